import Foundation

// The profile of a user in each provider's form. All fields except the id are optional.

/// The response of a provider's profile endpoint.
protocol ProfileAnswer: Decodable {
  associatedtype Failure: ProfileFailure
  /// The profile. `nil` if the response reports a failure.
  var profile: ProviderProfile? { get }
}

/// The response of a failed request to a profile endpoint.
protocol ProfileFailure: Decodable {
  /// Whether the failure is temporary.
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

  // The id may be too large for a `Double`.
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
    // The nickname may be a masked id, so the name is preferred.
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
  /// Creates a profile from an ID token.
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

/// Apple's `user` parameter: `{"name":{"firstName":…,"lastName":…},"email":…}`. It is not signed, so only the name is
/// used.
struct AppleUser {
  private struct Form: Decodable {
    struct Name: Decodable {
      var firstName: String?
      var lastName: String?
    }

    var name: Name?
  }

  /// The full name, with the family name first for Korean names.
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
