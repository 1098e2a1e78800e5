import Foundation

/// The addresses of a client's server and of the other servers that the app lists.
struct AddressBook: Sendable {
  /// The address of the client's server.
  let base: Address
  /// The addresses of other servers.
  private let hosts: [Origin: Address]
  let allowsInsecureHTTP: Bool

  init(_ baseURL: URL, hosts: [String: URL], allowsInsecureHTTP: Bool) {
    self.allowsInsecureHTTP = allowsInsecureHTTP
    // A key with a mistake would mean that its server gets no credentials.
    let problem = hosts.keys.first { Origin($0) == nil }.map { key in
      let key = key.prefix(200)
      return APIError(
        .encodingFailed,
        LocalizedMessage(
          korean: "hosts에 서버 주소가 아닌 값이 있어 아무것도 보내지 않았습니다: “\(key)”. https://uploads.example.com 같은 주소를 지정해 주세요.",
          english: """
            “\(key)” in hosts is not the address of a server, so nothing was sent. \
            Use one such as https://uploads.example.com.
            """
        )
      )
    }
    base = Address(baseURL, allowsInsecureHTTP: allowsInsecureHTTP, problem: problem)
    self.hosts = hosts.reduce(into: [:]) { hosts, host in
      guard let declared = Origin(host.key) else { return }
      hosts[declared] = Address(host.value, allowsInsecureHTTP: allowsInsecureHTTP)
    }
  }

  /// Returns the address of an endpoint's server.
  func address(of endpoint: Endpoint) -> Address {
    guard let host = endpoint.details.value.host, base.problem == nil else { return base }
    // With the client's origin, a server that the app has not listed is another one than the client's.
    return hosts[host]
      ?? Address(host, withoutCredentialsOf: base.origin, allowsInsecureHTTP: allowsInsecureHTTP)
  }

  /// Returns where a call goes: the address of its endpoint's server and the path, or a link's address and path.
  func destination(of call: OutgoingCall) throws -> (address: Address, target: String) {
    let address = address(of: call.endpoint)
    if let problem = address.problem { throw problem }
    if case .address(let link)? = call.link {
      // A query of its own would change the address.
      guard call.query.isEmpty, let destination = try link.destination(on: address) else { throw APIError(linkTo: nil) }
      return destination
    }
    let target = try call.target(basePath: address.basePath)
    guard case .page(let link)? = call.link else { return (address, target) }
    guard let resolved = address.server?.resolve(link.text, against: target) else {
      throw APIError(linkTo: nil)
    }
    let servers = [address, base] + hosts.values
    guard let known = servers.first(where: { $0.server == resolved.server }) else {
      throw APIError(linkTo: resolved.server)
    }
    if let problem = known.problem { throw problem }
    return (known, resolved.target)
  }
}

extension APIError {
  /// Creates the error for a link that is not followed: to a page on another server, or not an address. The link itself may contain secrets.
  init(linkTo server: Origin?) {
    let localizedMessage =
      if let server {
        LocalizedMessage(
          korean: "다음 페이지가 다른 서버(\(server))에 있어 아무것도 보내지 않았습니다. 그 서버를 믿는다면 APIClient의 hosts에 적으세요.",
          english: """
            The page is on another server (\(server)), so nothing was sent. If you trust it, list it in the hosts of APIClient.
            """
        )
      } else {
        LocalizedMessage(
          korean: "링크가 주소가 아니어서 아무것도 보내지 않았습니다.",
          english: "The link is not an address, so nothing was sent."
        )
      }
    self.init(.encodingFailed, localizedMessage)
  }
}
