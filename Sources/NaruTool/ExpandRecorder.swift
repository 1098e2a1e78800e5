import ArgumentParser
import Foundation

/// A hidden command between the compiler and Naru's macro plug-in, which forwards their messages and writes them to a file.
///
/// The compiler prints expansions with `-dump-macro-expansions`, but not their places. Its messages to a plug-in contain the
/// position of each attribute and of its declaration.
struct ExpandRecorder: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "record", shouldDisplay: false)

  @Argument var plugin: String
  @Argument var record: String

  func run() throws {
    #if os(macOS) || os(Linux)
      _ = FileManager.default.createFile(atPath: record, contents: nil)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: record))
      let requests = Pipe()
      let responses = Pipe()
      let process = Process()
      process.executableURL = URL(fileURLWithPath: plugin)
      process.standardInput = requests
      process.standardOutput = responses
      try process.run()
      while let request = try FileHandle.standardInput.readMessage() {
        try requests.fileHandleForWriting.write(contentsOf: request)
        guard let response = try responses.fileHandleForReading.readMessage() else { break }
        try file.write(contentsOf: request + response)
        try FileHandle.standardOutput.write(contentsOf: response)
      }
      try requests.fileHandleForWriting.close()
      process.waitUntilExit()
    #endif
  }
}

extension FileHandle {
  /// Reads a message, with the eight bytes of its length before it, the lowest first. `nil` at the end.
  fileprivate func readMessage() throws -> Data? {
    guard let header = try read(exactly: 8), let body = try read(exactly: header.messageLength) else { return nil }
    return header + body
  }

  private func read(exactly count: Int) throws -> Data? {
    var data = Data()
    while data.count < count {
      guard let more = try read(upToCount: count - data.count), !more.isEmpty else { return nil }
      data += more
    }
    return data
  }
}

extension Data {
  /// The length of the message that begins here.
  fileprivate var messageLength: Int { prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) } }
}

/// The code that a macro of Naru generated for an attribute.
struct MacroExpansion {
  enum Role: String, Decodable { case member, `extension`, peer }

  /// A piece of source as the compiler has read it, with the space and the comments before it.
  struct Source: Decodable {
    struct Location: Decodable {
      var fileName: String
      /// The number of bytes before the piece.
      var offset: Int
    }

    var source: String
    var location: Location
  }

  private struct Message: Decodable {
    struct Request: Decodable {
      var macroRole: Role
      var attributeSyntax: Source
      var declSyntax: Source
      var lexicalContext: [Source]?
    }

    struct Result: Decodable { var expandedSource: String? }

    var expandAttachedMacro: Request?
    var expandMacroResult: Result?
  }

  var role: Role
  var attribute: Source
  /// The declaration with the attribute.
  var declaration: Source
  /// The number of declarations around it.
  var depth: Int
  var text: String

  /// Reads a recorder's file. The compiler may request the same expansion twice; it is returned once.
  static func read(_ record: URL) throws -> [MacroExpansion] {
    var rest = try Data(contentsOf: record)
    var messages: [Message] = []
    while rest.count >= 8 {
      let length = rest.messageLength
      messages.append(try JSONDecoder().decode(Message.self, from: rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(8 + length)
    }
    var known: Set<String> = []
    return zip(messages, messages.dropFirst()).compactMap { message, response in
      guard let request = message.expandAttachedMacro, let result = response.expandMacroResult else { return nil }
      let place = request.attributeSyntax.location
      // Two attributes of a declaration have different places.
      guard known.insert("\(request.macroRole) \(place.offset) \(place.fileName)").inserted else { return nil }
      return MacroExpansion(
        role: request.macroRole,
        attribute: request.attributeSyntax,
        declaration: request.declSyntax,
        depth: request.lexicalContext?.count ?? 0,
        text: result.expandedSource ?? ""
      )
    }
  }
}
