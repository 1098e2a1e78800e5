import Naru

/// Loads, and loads again when a change of what was read is known, until the task is cancelled.
///
/// ```swift
/// let task = Task { await following { await list.reload() } }
/// ```
///
/// `NaruOffline` knows the changes by the writes of the app and their `changes:`. Without it, this only loads once. In SwiftUI, `.loads { … }` does this
/// for as long as the view is shown.
///
/// - Parameter load: loads the content, such as with a ``Loaded`` or a ``PagedList``.
public nonisolated(nonsending) func following(_ load: nonisolated(nonsending) () async -> Void) async {
  var reads = FollowedReads()
  repeat {
    await FollowedReads.$current.withValue(reads) { await load() }
    guard await reads.changed() else { return }
    reads = FollowedReads(after: reads)
  } while !Task.isCancelled
}
