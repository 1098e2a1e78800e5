#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The records of a book, with a form for new ones.
  public struct RecordsView: View {
    @State private var model: RecordsModel
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    private let title: String

    /// Creates a view of a screen, with the book's title.
    public init(_ model: RecordsModel, title: String) {
      _model = State(initialValue: model)
      self.title = title
    }

    /// The content.
    public var body: some View {
      List {
        form
        OutboxSection(outbox)
        PhaseRow(model.records, empty: LocalizedMessage(korean: "아직 기록이 없습니다.", english: "No records yet."))
        ForEach(model.records.items) { record in
          VStack(alignment: .leading) {
            Text(verbatim: record.content)
            HStack {
              Text(record.recordType.title)
              if let page = record.pageNumber { Text(LocalizedMessage(korean: "\(page)쪽", english: "Page \(page)")) }
              Text(record.createdAt, style: .date)
              QueuedMark(outbox?.isQueued(record.id) ?? false)
            }
            .font(.caption)
            .foregroundStyle(.secondary)
          }
          .task { await model.records.itemAppeared(record) }
          .swipeActions {
            Button(String(korean: "수정", english: "Edit"), systemImage: "pencil") { model.edit(record) }
            Button(String(korean: "삭제", english: "Delete"), role: .destructive) {
              Task { await model.remove(record.id) }
            }
          }
        }
        MoreRow(model.records)
      }
      .navigationTitle(title)
      .loads { await model.records.reload() }
      .alertMessage(model.records)
    }

    @ViewBuilder private var form: some View {
      Section {
        TextField(
          String(korean: "무엇을 적을까요?", english: "What would you like to note?"),
          text: $model.text,
          axis: .vertical
        )
        TextField(String(korean: "쪽", english: "Page"), text: $model.pageText)
        Picker(String(korean: "종류", english: "Kind"), selection: $model.type) {
          ForEach(RecordType.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        Button(String(korean: "저장", english: "Save")) { Task { await model.send() } }
          .disabled(!model.canSend)
        if model.editing != nil {
          Button(String(korean: "취소", english: "Cancel")) { model.edit(nil) }
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
