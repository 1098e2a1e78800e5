#if canImport(SwiftUI) && !os(tvOS)
  public import Covers
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// A book with its reading status, its reviews and a form for the user's own review.
  public struct BookDetailView: View {
    @State private var model: BookDetailModel
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    private let covers: CoverCache?

    /// Creates a view of a screen, with the pictures that the device keeps.
    public init(_ model: BookDetailModel, covers: CoverCache? = nil) {
      _model = State(initialValue: model)
      self.covers = covers
    }

    /// The content.
    public var body: some View {
      List {
        if let book = model.book {
          BookRow(book: book, covers: covers)
          if let description = book.description { Text(verbatim: description) }
        }
        OutboxSection(outbox)
        PhaseRow(model.phase, isEmpty: model.book == nil, empty: "") { await model.reload() }
        Section {
          if let entry = model.entry { QueuedMark(outbox?.isQueued(entry.id) ?? false) }
          ForEach(ReadingStatus.allCases, id: \.self) { status in
            Button(status.title.description, systemImage: model.status == status ? "checkmark.circle.fill" : "circle") {
              Task { await model.move(to: status) }
            }
          }
        }
        if model.entry != nil { form }
        Section(String(korean: "독자 리뷰", english: "Reviews")) {
          PhaseRow(model.reviews, empty: LocalizedMessage(korean: "아직 리뷰가 없습니다.", english: "No reviews yet."))
          ForEach(model.reviews.items) { review in
            ReviewRow(review: review, isQueued: outbox?.isQueued(review.id) ?? false)
          }
          if model.reviews.hasMore {
            Button(String(korean: "더 보기", english: "More")) { Task { await model.reviews.loadMore() } }
          }
          if let error = model.reviews.moreError { Text(error) }
        }
      }
      .navigationTitle(model.book?.title ?? "")
      .loads { await model.reload() }
      .alertMessage(model.alertMessage) { model.dismissNotice() }
    }

    @ViewBuilder private var form: some View {
      Section(String(korean: "내 리뷰", english: "My Review")) {
        Stepper(value: $model.rating, in: 0...5) {
          Text(LocalizedMessage(korean: "별점 \(model.rating)", english: "Rating \(model.rating)"))
        }
        TextField(String(korean: "어떤 책이었나요?", english: "How was it?"), text: $model.text, axis: .vertical)
        Toggle(String(korean: "모두에게 보이기", english: "Public"), isOn: $model.isPublic)
        Button(String(korean: "저장", english: "Save")) { Task { await model.send() } }
          .disabled(!model.canSend)
        if model.review != nil {
          Button(String(korean: "리뷰 삭제", english: "Delete Review"), role: .destructive) {
            Task { await model.deleteReview() }
          }
        }
      }
    }
  }

  private struct ReviewRow: View {
    let review: Review
    let isQueued: Bool

    var body: some View {
      VStack(alignment: .leading) {
        Text(verbatim: String(repeating: "★", count: review.rating))
          .accessibilityLabel(String(korean: "별점 \(review.rating)", english: "Rating \(review.rating)"))
        if let text = review.reviewText { Text(verbatim: text) }
        HStack {
          Text(verbatim: review.authorName ?? "")
          QueuedMark(isQueued)
        }
        .font(.caption)
        .foregroundStyle(.secondary)
      }
    }
  }

  struct BookDetailPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { BookDetailView(DockDockClients.preview.detail(of: Book.samples[0])) }
    }
  }
#endif
