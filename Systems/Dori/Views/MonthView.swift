#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Foundation
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// A calendar of a month, with its gifts.
  public struct MonthView: View {
    @State private var model: MonthModel

    /// A view of a screen.
    public init(_ model: MonthModel) {
      _model = State(initialValue: model)
    }

    /// The view.
    public var body: some View {
      List {
        HStack {
          Button(localized("이전 달", "Previous Month"), systemImage: "chevron.left") {
            Task { await model.showPrevious() }
          }
          Spacer()
          Text(verbatim: model.month.description).font(.headline)
          Spacer()
          Button(localized("다음 달", "Next Month"), systemImage: "chevron.right") {
            Task { await model.showNext() }
          }
        }
        // Or a tap on the row would be one on both.
        .buttonStyle(.borderless)
        VStack {
          ForEach(model.weeks.indices, id: \.self) { week in
            HStack {
              ForEach(model.weeks[week].indices, id: \.self) { day in
                DayCell(day: model.weeks[week][day])
              }
            }
          }
        }
        BalanceRow(given: model.given, received: model.received)
        PhaseRow(
          model.phase,
          isEmpty: model.gifts.isEmpty,
          empty: Sentence(korean: "이 달에는 없습니다.", english: "There is nothing in this month.")
        ) {
          await model.reload()
        }
        ForEach(model.gifts) { gift in
          GiftRow(gift: gift)
        }
      }
      .navigationTitle(localized("달력", "Calendar"))
      .loads { await model.reload() }
    }
  }

  private struct DayCell: View {
    let day: MonthModel.Day?

    var body: some View {
      VStack {
        Text(verbatim: day.map { "\($0.id)" } ?? " ")
        Text(verbatim: day?.gifts.isEmpty == false ? "●" : " ").font(.caption)
      }
      .frame(width: 40)
      .accessibilityLabel(label)
    }

    private var label: String {
      guard let day else { return "" }
      return localized("\(day.id)일, \(day.gifts.count)건", "Day \(day.id), \(day.gifts.count) gifts")
    }
  }

  struct MonthPreviews: PreviewProvider {
    static var previews: some View {
      if let month = Month(year: 2026, month: 3) {
        MonthView(MonthModel(.preview, month: month))
      }
    }
  }
#endif
