import Catalogue
import DockDockBackend
import DoriBackend
import KonkukBackend
import SaerokBackend
package import ServedSystem

extension LocalBackend {
  /// The systems of the local backend. `Systems/docs/add-a-system.md` describes how to add one.
  ///
  /// Squirret is not in the list: it authenticates the callers of the others, see ``SignIn``.
  package static let systems: [any ServedSystem.Type] = [
    Catalogue.self,
    DockDockBackend.self,
    SaerokBackend.self,
    KonkukBackend.self,
    DoriBackend.self,
  ]
}
