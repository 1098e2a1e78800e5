// Payloads with mistakes, and code that uses them. Each mistake is reported once, at its place. There are no other
// errors, neither in the expansion nor where the payload is used. For the compiler's `-verify`, a fix-it is a note.
import Foundation
import Naru

func make() -> Int { 0 }

@Payload
struct Post: Codable, Sendable {
  @Key("") var a: Int  // expected-error {{The name on the wire is empty.}}
  @Key("f") var b: Int
  var f: Int  // expected-error {{“f” is already the name of “b” on the wire.}}
  // expected-note@-2 {{“b” is declared here.}}
  var c = make()  // expected-error {{The macro reads the type of a field}} expected-note {{Add a type}}
  @Key("x") static var d: Int { 0 }  // expected-error {{and a `static` property is not part of a value.}}
  // expected-note@-1 {{Remove @Key}}
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  var e: Int!  // expected-error {{A payload can't have implicitly unwrapped fields.}} expected-note {{Use `?`}}
}

@Payload(tag: "type")
enum Shape: Codable, Equatable {
  case circle(type: String)  // expected-error {{“type” is the tag}}
  case square(Double)  // expected-error {{and “Double” has no fields.}} expected-note {{Add a label}}
  case pair(Post.Kind, Int)
  // expected-error@-1 2 {{A case has either one value without a label}}
  // expected-note@-2 2 {{Add a label}}
}

extension Post {
  @Payload enum Kind: String {
    @Key("A") case a
    // expected-error@-1 {{The raw value is the name on the wire.}}
    // expected-note@-2 {{Write it as the raw value}}
    case b
  }
}

@Payload
class Box { var a = 0 }  // expected-error {{A payload is a value}} expected-note {{Make it a struct}}

@Payload
struct Page<Item>: Codable {  // expected-error {{which requires that “Item” is}} expected-note {{Constrain it}}
  var items: [Item]
}

struct Plain {
  @Key("b") var a: Int  // expected-error {{@Key is read by @Payload.}}
}

func use() throws {
  @Payload struct Local { var a: Int }  // expected-error {{local type cannot have attached extension macro}}
  _ = Local(a: 1)
  let json = JSONCoding()
  let post = try json.decode(Post.self, from: Data())
  _ = try json.encode(post)
  _ = try JSONDecoder().decode([Shape].self, from: Data())
  _ = Post(a: 1, b: 2, f: 3, e: 4)
  _ = Post.schema
  _ = try json.decode(Post.Kind.self, from: Data()) == .a
}
