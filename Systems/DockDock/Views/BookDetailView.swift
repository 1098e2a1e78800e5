#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// A book: where it stands, what readers say, and what one says oneself.
  public struct BookDetailView: View {
    @State private var model: BookDetailModel

    /// A view of a screen.
    public init(_ model: BookDetailModel) {
      _model = State(initialValue: model)
    }

    /// The view.
    public var body: some View {
      List {
        if let book = model.book {
          BookRow(book: book)
          if let description = book.description { Text(verbatim: description) }
        }
        PhaseRow(model.phase, isEmpty: model.book == nil, empty: "") { await model.reload() }
        Section {
          ForEach(ReadingStatus.allCases, id: \.self) { status in
            Button(status.title, systemImage: model.status == status ? "checkmark.circle.fill" : "circle") {
              Task { await model.move(to: status) }
            }
          }
        }
        if model.entry != nil { form }
        Section(localized("독자 리뷰", "Reviews")) {
          PhaseRow(
            model.reviewsPhase,
            isEmpty: model.reviews.isEmpty,
            empty: Sentence(korean: "아직 리뷰가 없습니다.", english: "There are no reviews yet.")
          ) {
            await model.reload()
          }
          ForEach(model.reviews) { ReviewRow(review: $0) }
          if model.hasMoreReviews {
            Button(localized("더 보기", "More")) { Task { await model.loadMoreReviews() } }
          }
          if let error = model.moreError { Text(error) }
        }
      }
      .navigationTitle(model.book?.title ?? "")
      .loads { await model.reload() }
      .notice(model.notice) { model.dismissNotice() }
    }

    @ViewBuilder private var form: some View {
      Section(localized("내 리뷰", "My Review")) {
        Stepper(value: $model.rating, in: 0...5) {
          Text(Sentence(korean: "별점 \(model.rating)", english: "Rating \(model.rating)"))
        }
        TextField(localized("어떤 책이었나요?", "How was it?"), text: $model.text, axis: .vertical)
        Toggle(localized("모두에게 보이기", "Public"), isOn: $model.isPublic)
        Button(localized("저장", "Save")) { Task { await model.send() } }
          .disabled(!model.canSend)
        if model.review != nil {
          Button(localized("리뷰 지우기", "Delete Review"), role: .destructive) { Task { await model.deleteReview() } }
        }
      }
    }
  }

  private struct ReviewRow: View {
    let review: Review

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: String(repeating: "★", count: review.rating))
          .accessibilityLabel(localized("별점 \(review.rating)", "Rating \(review.rating)"))
        if let text = review.reviewText { Text(verbatim: text) }
        Text(verbatim: review.authorName ?? "").font(.caption).foregroundStyle(.secondary)
      }
    }
  }

  struct BookDetailPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { BookDetailView(DockDockClients.preview.detail(of: Book.samples[0])) }
    }
  }
#endif
