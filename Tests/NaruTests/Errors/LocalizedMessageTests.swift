import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Sentences in the languages of an app.
struct SentenceTests {
  private let greeting = LocalizedMessage(
    korean: "안녕",
    english: "Hello",
    others: [.german: "Hallo", "pt-BR": "Olá", "zh-Hant": "你好"]
  )

  @Test(arguments: [
    ("ko", "안녕"), ("ko-KR", "안녕"), ("en-GB", "Hello"), ("de", "Hallo"), ("de-AT", "Hallo"), ("DE_ch", "Hallo"),
    ("pt", "Olá"), ("pt-PT", "Hello"), ("zh-Hant-HK", "你好"), ("zh-Hant-x-a", "你好"), ("zh-Hans", "Hello"),
    ("fr", "Hello"), ("", "Hello"),
  ])
  func theTextFitsTheLanguage(tag: String, text: String) {
    #expect(greeting.text(in: Language(tag)) == text)
  }

  @Test func aSentenceNeedsNeitherKoreanNorEnglish() {
    let localizedMessage: LocalizedMessage = [.german: "Hallo", "fr": "Salut"]
    #expect(localizedMessage.languages == [.german, "fr"])
    #expect(localizedMessage.text(in: "fr-CA") == "Salut" && localizedMessage.text(in: .korean) == "Hallo")
    #expect(localizedMessage.korean == "Hallo" && localizedMessage.english == "Hallo")
    let mixed: LocalizedMessage = [.english: "Hello", .german: "Hallo"]
    #expect(mixed.korean == "Hello" && mixed.languages == [.german, .english])
    #expect(LocalizedMessage([:]).text(in: .german) == "")
    #expect(
      ([.korean: "안녕", .english: "Hello"] as LocalizedMessage) == LocalizedMessage(korean: "안녕", english: "Hello")
    )
  }

  @Test(arguments: [
    ("ko_KR.UTF-8", Language.korean), ("en_US", .english), ("de_DE.UTF-8@euro", "de-DE"), ("C", .english),
    ("POSIX", .english), ("", .english), ("zh-Hant-TW", "zh-Hant-TW"),
  ])
  func theLanguageOfAProcessIsThatOfItsLocale(name: String, language: Language) {
    #expect(Language(locale: name) == language)
  }

  @Test func aTagIsWrittenAsUsual() {
    #expect(Language("PT_br").rawValue == "pt-BR" && Language("ZH-hANT-tw").rawValue == "zh-Hant-TW")
    #expect("\(Language.korean)" == "ko" && Language(rawValue: "EN") == .english)
  }

  @Test func theFieldsOfAnErrorAreOneSentenceInAllLanguages() {
    let error = APIError(
      .invalidRequest,
      fields: [
        .init("a", LocalizedMessage(korean: "가.", english: "A.", others: [.german: "Ä."])),
        .init("b", LocalizedMessage(korean: "나.", english: "B.")),
      ]
    )
    #expect(error.localizedMessage.text(in: .german) == "Ä. B." && error.localizedMessage.text(in: .korean) == "가. 나.")
  }

  @Test func anAppTranslatesTheToolkitsSentences() async throws {
    // A language of this test only, because the translations are those of the process.
    LocalizedMessage.translate(
      into: "tlh",
      ["notFound": "tu'lu'be'", "missing": "{0} yInob", "unexpected": "Qagh {0}"]
    )
    #expect(APIError(.notFound).localizedMessage.text(in: "tlh") == "tu'lu'be'")
    #expect(APIError(.notFound).localizedMessage.text(in: .english) == "Not found. It may have been removed.")
    #expect(APIError(.conflict).localizedMessage.text(in: "tlh") == APIError(.conflict).localizedMessage.english)
    let missing = try await Greetings.failure("/greetings/name", "tlh")
    #expect(missing.text.contains("name yInob") && missing.language == "tlh")
    let unexpected = try await Greetings.failure("/greetings/broken", "tlh")
    #expect(unexpected.text.contains("Qagh ") && unexpected.language == "tlh")
  }

  @Test(arguments: [
    ("de-AT,de;q=0.9,en;q=0.5", "Kein Gruß.", "de"), ("fr,de;q=0.1", "Kein Gruß.", "de"),
    ("en;q=0.4,de;q=0.5", "Kein Gruß.", "de"),
    ("fr, ko;q=0.2", "인사가 없습니다.", "ko"), ("fr", "인사가 없습니다.", "ko"), ("de;q=0, *", "인사가 없습니다.", "ko"),
    ("*, ko;q=0", "No greeting.", "en"),
  ])
  func aServerRespondsInALanguageOfTheMessage(accepted: String, text: String, language: String) async throws {
    let failure = try await Greetings.failure("/greetings/none", accepted)
    #expect(failure.text.contains(text) && failure.language == language, "\(failure)")
  }

  @Test(arguments: [("de-AT", "de"), ("fr, en", "en"), ("fr", "ko"), ("pt-BR, de;q=0.1", "de")])
  func aHandlerSeesALanguageOfTheServer(accepted: String, language: String) async throws {
    #expect(try await Greetings.failure("/greetings/language", accepted).text.contains("“\(language)”"))
  }
}

extension Language {
  fileprivate static let german = Language("de")
}

@API("/greetings")
private struct Greetings: Sendable {
  @GET("/none")
  var none: @Sendable () async throws -> Void
  @GET("/name")
  var name: @Sendable (_ name: String) async throws -> Void
  @GET("/broken")
  var broken: @Sendable () async throws -> Void
  @GET("/language")
  var language: @Sendable () async throws -> Void
}

extension Greetings {
  static func failure(_ path: String, _ accepted: String) async throws -> (text: String, language: String?) {
    let options = ServingOptions(language: .korean, languages: [.korean, .english, .german])
    let transport = InMemoryTransport().mounting(Greetings.self, options: options) { caller in
      Greetings(
        none: fails(.notFound([.korean: "인사가 없습니다.", .english: "No greeting.", .german: "Kein Gruß."])),
        name: { _ in },
        broken: fails(CocoaError(.featureUnsupported)),
        language: fails(.notFound("“\(caller.language)”"))
      )
    }
    let response = try await transport.send(.get, path, [.acceptLanguage: accepted])
    return (response.text, response.head.headerFields[.contentLanguage])
  }
}
