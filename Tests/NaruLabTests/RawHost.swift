import Foundation
import NIOCore
import NIOPosix

/// Requests with any `Host`, which clients don't send.
enum RawHost {
  static func status(_ url: URL, host: String) async throws -> Int {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: url.port ?? 0) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      let text = "GET /lab/api/clock HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
      try await outbound.write(ByteBuffer(string: text))
      var answer = ""
      for try await bytes in inbound { answer += String(buffer: bytes) }
      return Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
  }
}
