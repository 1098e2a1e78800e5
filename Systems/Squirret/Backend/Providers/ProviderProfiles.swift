import Foundation

// How each provider writes down a person. All fields but the id may be missing, and everything around them.

/// The answer of a provider's profile address.
protocol ProfileAnswer: Decodable {
  associatedtype Failure: ProfileFailure
  /// The profile. `nil` if the answer says that there is none.
  var profile: ProviderProfile? { get }
}

/// The answer of a profile address that failed.
protocol ProfileFailure: Decodable {
  /// Whether it passes by itself.
  var isTemporary: Bool { get }
}

/// `{"id":123,"kakao_account":{"email":…,"profile":{"nickname":…,"profile_image_url":…}}}`.
struct KakaoProfile: ProfileAnswer {
  struct Failure: ProfileFailure {
    var code: Int
    var isTemporary: Bool { code == -1 }
  }

  struct Account: Decodable {
    struct Profile: Decodable {
      var nickname: String?
      var profile_image_url: String?  // swift-format-ignore: AlwaysUseLowerCamelCase
    }

    var name: String?
    var email: String?
    var profile: Profile?
  }

  /// Larger than what a `Double` holds exactly.
  var id: Int64
  var kakao_account: Account?  // swift-format-ignore: AlwaysUseLowerCamelCase

  var profile: ProviderProfile? {
    ProviderProfile(
      issuer: "",
      subject: String(id),
      name: kakao_account?.profile?.nickname ?? kakao_account?.name,
      email: kakao_account?.email,
      pictureURL: kakao_account?.profile?.profile_image_url
    )
  }
}

/// `{"resultcode":"00","message":"success","response":{"id":…,"nickname":…}}`.
struct NaverProfile: ProfileAnswer {
  struct Failure: ProfileFailure {
    var errorCode: String
    var isTemporary: Bool { errorCode == "500" }
  }

  struct Response: Decodable {
    var id: String
    var name: String?
    var nickname: String?
    var email: String?
    var profile_image: String?  // swift-format-ignore: AlwaysUseLowerCamelCase
  }

  var resultcode: String
  var response: Response?

  var profile: ProviderProfile? {
    guard resultcode == "00", let response else { return nil }
    // A nickname may be a masked id, so the name goes first.
    return ProviderProfile(
      issuer: "",
      subject: response.id,
      name: response.name ?? response.nickname,
      email: response.email,
      pictureURL: response.profile_image
    )
  }
}

extension ProviderProfile {
  /// The profile that an ID token is.
  init(_ token: IDToken?) throws(ProviderFailure) {
    guard let token else { throw .invalidIDToken }
    self.init(
      issuer: token.issuer,
      subject: token.subject,
      name: token.name,
      email: token.email,
      pictureURL: token.picture
    )
  }
}

/// `{"name":{"firstName":…,"lastName":…},"email":…}`: nobody signed it, so only the name is taken.
struct AppleUser {
  private struct Form: Decodable {
    struct Name: Decodable {
      var firstName: String?
      var lastName: String?
    }

    var name: Name?
  }

  /// The name as it is written in its language.
  let name: String?

  init?(_ text: String?) {
    guard let text, text.utf8.count <= 4096, let form = try? JSONDecoder().decode(Form.self, from: Data(text.utf8))
    else { return nil }
    let (first, last) = (form.name?.firstName ?? "", form.name?.lastName ?? "")
    let isHangul = (first + last).unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
    let full = (isHangul ? last + first : "\(first) \(last)").trimmingCharacters(in: .whitespaces)
    name = full.isEmpty ? nil : String(full.prefix(100))
  }
}
