#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// What one wrote while reading a book, and a form for more.
  public struct RecordsView: View {
    @State private var model: RecordsModel
    private let title: String

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - title: the book's title.
    public init(_ model: RecordsModel, title: String) {
      _model = State(initialValue: model)
      self.title = title
    }

    /// The view.
    public var body: some View {
      List {
        form
        PhaseRow(
          model.phase,
          isEmpty: model.records.isEmpty,
          empty: Sentence(korean: "아직 기록이 없습니다.", english: "There are no records yet.")
        ) {
          await model.reload()
        }
        ForEach(model.records) { record in
          VStack(alignment: .leading) {
            Text(verbatim: record.content)
            HStack {
              Text(verbatim: record.recordType.title)
              if let page = record.pageNumber { Text(Sentence(korean: "\(page)쪽", english: "Page \(page)")) }
              Text(record.createdAt, style: .date)
            }
            .font(.caption)
            .foregroundStyle(.secondary)
          }
          .task { await model.appeared(record) }
          .swipeActions {
            Button(localized("고치기", "Edit"), systemImage: "pencil") { model.edit(record) }
            Button(localized("지우기", "Delete"), role: .destructive) { Task { await model.remove(record.id) } }
          }
        }
        MoreRow(isLoading: model.isLoadingMore, error: model.moreError) { await model.loadMore() }
      }
      .navigationTitle(title)
      .loads { await model.reload() }
      .notice(model.notice) { model.dismissNotice() }
    }

    @ViewBuilder private var form: some View {
      Section {
        TextField(localized("무엇을 적을까요?", "What is it?"), text: $model.text, axis: .vertical)
        TextField(localized("쪽", "Page"), text: $model.pageText)
        Picker(localized("종류", "Kind"), selection: $model.type) {
          ForEach(RecordType.allCases, id: \.self) { Text(verbatim: $0.title).tag($0) }
        }
        Button(localized("저장", "Save")) { Task { await model.send() } }
          .disabled(!model.canSend)
        if model.editing != nil {
          Button(localized("고치지 않기", "Cancel")) { model.edit(nil) }
        }
      }
    }
  }

  struct RecordsPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack {
        RecordsView(RecordsModel(.preview, of: ReadingBook.samples[0].id), title: Book.samples[0].title)
      }
    }
  }
#endif
