import CoreMetrics
import Foundation
@_exported import Naru

// What docs/observability.md leaves out.

@API("/notes")
struct Notes: Sendable {
  @GET("/")
  var list: @Sendable () async throws -> [Note]
}

struct Note: Codable, Sendable { var text: String }

let url = InMemoryTransport.url
let transport = InMemoryTransport()
let factory: any MetricsFactory = NOOPMetricsHandler.instance
