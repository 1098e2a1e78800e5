import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

struct BodyTests {
  @Test func aQueryHasTheServersNamesConstantsAndJoinedLists() async throws {
    let seen = Cached()
    let api = Bodies.overHTTP(middleware: [seen]) { api in
      api.search = { book, types, more in ["\(book ?? 0)"] + types.map(String.init) + (more ?? ["none"]) }
    }
    #expect(try await api.search(book: 7, types: [1, 2, 3], more: ["가", "나"]) == ["7", "1", "2", "3", "가", "나"])
    #expect(
      seen.request?.head.path
        == "/bodies/search?output=js&v=2.0&reading_book_id=7&types=1%2C2%2C3&more=%EA%B0%80%2C%EB%82%98"
    )
    #expect(try await api.search(types: []) == ["0", "none"])
    #expect(seen.request?.head.path == "/bodies/search?output=js&v=2.0")
    #expect(Bodies.Endpoints.search.parameters.first?.name == "reading_book_id")
    let error = await #expect(throws: APIError.self) { try await api.search(types: [], more: ["a,b"]) }
    #expect(error?.code == .encodingFailed, "It would arrive as two values.")
  }

  @Test func aFormArrivesAsItsFields() async throws {
    let seen = Cached()
    let api = Bodies.overHTTP(middleware: [seen]) { api in
      api.form = { login, scope, dry in [login.name, "\(login.remember ?? false)"] + scope + ["\(dry ?? false)"] }
    }
    let texts = try await api.form(login: .init(name: "홍 길동+&=", remember: true), scope: ["a", "b c"], dry: true)
    #expect(texts == ["홍 길동+&=", "true", "a", "b c", "true"])
    #expect(seen.request?.head.headerFields[.contentType] == "application/x-www-form-urlencoded")
    #expect(
      seen.request.map { String(decoding: $0.body, as: UTF8.self) }
        == "name=%ED%99%8D%20%EA%B8%B8%EB%8F%99%2B%26%3D&remember=true&scope=a&scope=b%20c"
    )
    // The encoding of browsers.
    seen.change.withLock { change in
      change = { request in request.body = Data("name=a+b&scope=x".utf8) }
    }
    #expect(try await api.form(login: .init(name: ""), scope: []) == ["a b", "false", "x", "false"])
    seen.change.withLock { change in
      change = { request in request.head.headerFields[.contentType] = "application/json" }
    }
    let error = await #expect(throws: APIError.self) { try await api.form(login: .init(name: ""), scope: []) }
    #expect(error?.status == .unsupportedMediaType)
  }

  @Test func aFormWithFilesArrivesWithAllParts() async throws {
    let api = Bodies.overHTTP { api in
      api.parts = { caption, tags, note, photo, more in
        var upload = Bodies.Upload(caption: caption, tags: tags, note: note)
        for file in [photo] + more { upload.files.append(try await .init(file)) }
        return upload
      }
    }
    let photo = Blob(Data("사진\r\n--".utf8), contentType: "image/jpeg", filename: "나루 \"1\".jpg")
    let more = [Blob(Data(), contentType: "text/plain", filename: "empty.txt"), Blob(Data("x".utf8))]
    let upload = try await api.parts(
      caption: "한글\r\nand more",
      tags: ["a", "b"],
      note: Note(id: 1, text: "json"),
      photo: photo,
      `more[]`: more
    )
    #expect(
      upload
        == Bodies.Upload(
          caption: "한글\r\nand more",
          tags: ["a", "b"],
          note: Note(id: 1, text: "json"),
          files: [
            .init(name: "나루 \"1\".jpg", type: "image/jpeg", text: "사진\r\n--"),
            .init(name: "empty.txt", type: "text/plain", text: ""),
            .init(name: "more[]", type: "application/octet-stream", text: "x"),
          ]
        )
    )
    let less = try await api.parts(caption: "", tags: [], note: nil, photo: photo, `more[]`: [])
    #expect(less.note == nil)
    #expect(less.files.count == 1)
  }

  @Test func aLargeFileIsReadFromATemporaryFileAndATooLargeOneIsRejected() async throws {
    let api = Bodies.overHTTP(options: ServingOptions(maxUploadSize: 300_000)) { api in
      api.parts = { _, _, _, photo, _ in
        #expect(photo.length == 200_000)
        #expect(photo.data == nil, "It is not kept in memory.")
        #expect(photo.isReplayable)
        let bytes = try await photo.collect(upTo: 200_000)
        return Bodies.Upload(caption: "\(Set(bytes).count)")
      }
    }
    let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    let upload = try await api.parts(caption: "", tags: [], photo: Blob(bytes, filename: "x"), `more[]`: [])
    #expect(upload.caption == "256")
    let error = await #expect(throws: APIError.self) {
      try await api.parts(caption: "", tags: [], photo: Blob(bytes, filename: "x"), `more[]`: [Blob(bytes)])
    }
    #expect(error?.code == .tooLarge)
    #expect(error?.message?.korean == "The request body may have at most 300000 bytes.")
  }

  @Test func aMissingPartIsNamed() async throws {
    let seen = Cached()
    let api = Bodies.overHTTP(middleware: [seen])
    seen.change.withLock { change in
      change = { request in
        let body = "--b\r\nContent-Disposition: form-data; name=\"caption\"\r\n\r\nx\r\n--b--\r\n"
        request.stream = Blob(Data(body.utf8), contentType: "multipart/form-data; boundary=b")
        request.head.headerFields[.contentType] = request.stream?.contentType
      }
    }
    let error = await #expect(throws: APIError.self) {
      try await api.parts(caption: "", tags: [], photo: Blob(Data()), `more[]`: [])
    }
    #expect(error?.message?.korean == "`photo` is missing.")
    #expect(error?.status == .badRequest)
  }

  @Test func bytesAreSentUnchangedWithTheirType() async throws {
    let api = Bodies.overHTTP(options: ServingOptions(maxUploadSize: 10)) { api in
      api.raw = { id, bytes in
        #expect(id == 3)
        return try await .init(bytes)
      }
      api.maybe = { try await $0?.collect(upTo: 10).count ?? -1 }
    }
    let file = try await api.raw(id: 3, bytes: Blob(Data("원본".utf8), contentType: "text/markdown"))
    #expect(file == .init(name: nil, type: "text/markdown", text: "원본"))
    #expect(try await api.maybe(bytes: Blob(Data([1, 2]))) == 2)
    #expect(try await api.maybe() == -1)
    #expect(await code { try await api.raw(id: 3, bytes: Blob(Data(count: 11))) } == .tooLarge)
    // The length is unknown, so the server must count.
    let chunks = AsyncStream { continuation in
      for _ in 0..<11 { continuation.yield(Data([0])) }
      continuation.finish()
    }
    #expect(await code { try await api.raw(id: 3, bytes: Blob(chunks: chunks)) } == .tooLarge)
  }

  @Test func aFileIsDownloadedWithNameTypeAndProgress() async throws {
    let bytes = Data(repeating: 7, count: 100_000)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let (source, target) = (folder.url.appending(path: "source"), folder.url.appending(path: "target"))
    try bytes.write(to: source)
    let api = Bodies.overHTTP { api in
      api.file = { try Blob(file: source, contentType: "image/png", filename: "../새 책.png") }
    }
    let progress = Locked<[Int]>([])
    let blob = try await withCallOptions(
      onReceive: { bytes, total in
        #expect(total == 100_000)
        progress.withLock { $0.append(bytes) }
      }
    ) { try await api.file() }
    #expect(blob.contentType == "image/png")
    #expect(blob.filename == "새 책.png", "A server must not choose the folder.")
    try Data("old".utf8).write(to: target)
    #expect(await code { try await api.file().save(to: target, upTo: 99_999) } == .tooLarge)
    #expect(try Data(contentsOf: target) == Data("old".utf8), "A failed download keeps the old file.")
    #expect(try await blob.save(to: target, upTo: 100_000) == 100_000)
    #expect(try Data(contentsOf: target) == bytes)
    #expect(progress.withLock { $0 }.last == 100_000)
  }

  @Test func eventsArriveOneByOneAndLeavingTheLoopEndsThem() async throws {
    let sent = Locked(0)
    let api = Bodies.overHTTP { api in
      api.events = { count in
        let notes = AsyncStream<ServerSentEvent<Note>> {
          let id = sent.next()
          guard id <= count else { return nil }
          return ServerSentEvent(Note(id: id, text: "가\n나"), id: "\(id)", name: "note", retry: .milliseconds(1500))
        }
        return EventStream(notes)
      }
      api.texts = { EventStream([ServerSentEvent("한 줄\n두 줄\r\n세 줄"), ServerSentEvent("")]) }
    }
    let events = try await api.events(count: 3).all()
    #expect(events.map(\.data.id) == [1, 2, 3])
    #expect(
      events.first
        == ServerSentEvent(Note(id: 1, text: "가\n나"), id: "1", name: "note", retry: .milliseconds(1500))
    )
    #expect(try await api.texts().all().map(\.data) == ["한 줄\n두 줄\n세 줄", ""])
    sent.withLock { $0 = 0 }
    for try await event in try await api.events(count: 1000) where event.data.id == 5 { break }
    #expect(sent.withLock { $0 } < 10, "Events are requested on demand.")
  }

  @Test func aFailureAndAResponseThatIsNotAStreamAreErrorsOfTheCall() async throws {
    let api = Bodies.overHTTP { api in
      api.events = { _ in throw APIError(.notFound, "없는 선반입니다.") }
      api.file = { throw APIError(.forbidden, "권한이 없어요.") }
    }
    let events = await #expect(throws: APIError.self) { _ = try await api.events(count: 1) }
    #expect(events?.code == .notFound)
    #expect(events?.localizedDescription == "없는 선반입니다.")
    let file = await #expect(throws: APIError.self) { _ = try await api.file() }
    #expect(file?.code == .forbidden)
    #expect(file?.endpoint == Bodies.Endpoints.file)
  }
}

/// A middleware that records the request, and may change it.
final class Cached: Middleware {
  private let last = Locked<APIRequest?>(nil)
  let change = Locked<(@Sendable (inout APIRequest) -> Void)?>(nil)
  var request: APIRequest? { last.withLock { $0 } }

  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    var request = request
    change.withLock { $0 }?(&request)
    last.withLock { [request] in $0 = request }
    return try await next(request)
  }
}
