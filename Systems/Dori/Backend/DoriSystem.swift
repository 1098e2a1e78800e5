import Dori
import Naru
package import ServedSystem

extension DoriBackend: ServedSystem {
  /// The ledger.
  package static var contracts: [SystemContract<Self>] { [.init(ledger(for:), preview: .preview)] }
}
