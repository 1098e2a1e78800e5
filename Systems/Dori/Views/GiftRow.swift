#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  import Foundation
  import SwiftUI

  /// A gift in a list.
  struct GiftRow: View {
    let gift: Gift

    var body: some View {
      HStack {
        VStack(alignment: .leading) {
          Text(verbatim: "\(gift.event.title) · \(gift.direction.title)")
          Text(gift.date, style: .date).font(.caption).foregroundStyle(.secondary)
        }
        Spacer()
        Text(verbatim: won(gift.amount))
      }
    }
  }

  /// Returns an amount for display: `100,000원`.
  func won(_ amount: Int) -> String {
    "\(amount.formatted())원"
  }
#endif
