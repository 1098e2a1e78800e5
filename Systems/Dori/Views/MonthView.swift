#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Foundation
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The calendar of a month with its gifts.
  public struct MonthView: View {
    @State private var model: MonthModel
    @Environment(OutboxModel.self) private var outbox: OutboxModel?

    /// Creates a view of a model.
    public init(_ model: MonthModel) {
      _model = State(initialValue: model)
    }

    /// The view's content.
    public var body: some View {
      List {
        HStack {
          Button(String(korean: "이전 달", english: "Previous Month"), systemImage: "chevron.left") {
            Task { await model.showPrevious() }
          }
          Spacer()
          Text(verbatim: model.month.description).font(.headline)
          Spacer()
          Button(String(korean: "다음 달", english: "Next Month"), systemImage: "chevron.right") {
            Task { await model.showNext() }
          }
        }
        // Otherwise a tap on the row would press both buttons.
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
          model.gifts,
          empty: LocalizedMessage(korean: "이 달에는 주고받은 것이 없습니다.", english: "There are no gifts in this month.")
        ) {
          await model.reload()
        }
        ForEach(model.gifts.value) { gift in
          HStack {
            GiftRow(gift: gift)
            QueuedMark(outbox?.isQueued(gift.id.rawValue) ?? false)
          }
        }
      }
      .navigationTitle(String(korean: "달력", english: "Calendar"))
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
      return String(korean: "\(day.id)일, \(day.gifts.count)건", english: "Day \(day.id), \(day.gifts.count) gifts")
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
