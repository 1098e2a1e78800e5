import Foundation

/// A read endpoint with results that are out of date after a write: the results of every call, or only of calls for one resource.
package struct ChangedRead: Sendable {
  /// The read.
  package let read: Endpoint
  /// The beginning of a changed path, with the resource in it. `nil` if every path is changed.
  package let resource: [String]?
  /// Whether the resource is the rest of the path.
  private var isWhole: Bool { read.path.hasRest && (resource?.count ?? 0) >= read.path.segments.count }

  /// Creates a read whose every call has another result, or only those for a resource.
  package init(_ read: Endpoint, below resource: [String]? = nil) {
    (self.read, self.resource) = (read, resource)
  }

  /// Whether a call of the read has another result.
  ///
  /// - Parameter target: the path of the call, which may begin with the path of the server and end with a query. `nil` if it is unknown.
  /// - Returns: whether it has.
  package func includes(_ target: String?) -> Bool {
    guard let resource, let target, let values = read.path.values(in: target) else { return true }
    return isWhole ? values == resource : values.starts(with: resource)
  }
}

extension Endpoint {
  /// The reads that calls of this endpoint change, each with a function that finds the changed resource in the path of a call. A read with the
  /// same beginning of the path, with a placeholder in it, is changed with the same values only.
  var changedReads: [(read: Endpoint, resource: @Sendable (_ target: String) -> [String]?)] {
    changes.map { [path] read in
      let common = zip(read.path.segments, path.segments).prefix { $0 == $1 }.map(\.0)
      let isShared = common.contains { segment in
        if case .literal = segment { false } else { true }
      }
      let count = if case .rest = common.last { Int.max } else { common.count }
      return (read, { isShared ? path.values(in: $0).map { Array($0.prefix(count)) } : nil })
    }
  }

  /// Returns the reads that a call has changed.
  ///
  /// - Parameter target: the path of the call, which may begin with the path of the server and end with a query.
  /// - Returns: the reads.
  package func changes(by target: String) -> [ChangedRead] {
    changedReads.map { ChangedRead($0.read, below: $0.resource(target)) }
  }
}

extension PathTemplate {
  /// The decoded segments of a path, without the beginning that belongs to the server. `nil` if it does not match.
  fileprivate func values(in target: String) -> [String]? {
    let path = target.splitTarget.path.pathSegments
    let start = start(in: path)
    guard path.indices.contains(start) else { return nil }
    return path[start...].map { $0.removingPercentEncoding ?? String($0) }
  }
}
