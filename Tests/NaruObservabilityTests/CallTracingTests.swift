import HTTPTypes
import InMemoryTracing
import Naru
import NaruObservability
import Testing
import Tracing

struct CallTracingTests {
  private let tracer = InMemoryTracer(idGenerator: .incrementing)

  @Test
  func aCallIsASpan() async throws {
    await reset(Server(.success(200)), [CallTracing(tracer: tracer)])
    let span = try #require(tracer.finishedSpans.first)
    #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
    #expect(span.operationName == "PUT /books/{token}/x")
    #expect(span.kind == .client)
    #expect(span.status == nil)
    #expect(span.errors.isEmpty)
    let expected: SpanAttributes = [
      "http.request.method": "PUT", "url.template": "/books/{token}/x", "naru.endpoint": "Books.reset",
      "url.scheme": "https", "server.address": "h.example", "server.port": 443, "http.response.status_code": 200,
      "http.request.body.size": 21, "http.response.body.size": 6,
    ]
    #expect(span.attributes == expected)
  }

  @Test(
    arguments: [(.success(404), "404"), (.failure(APIError(.unreachable)), "unreachable")]
      as [(Result<Int, APIError>, String)]
  )
  func aFailureIsAnErrorWithoutItsText(outcome: Result<Int, APIError>, error: String) async throws {
    await reset(Server(outcome), [CallTracing(tracer: tracer)])
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status?.code == .error)
    #expect(span.attributes["error.type"]?.toSpanAttribute() == .string(error))
    #expect(span.errors.isEmpty && span.events.isEmpty)
    #expect(!"\(span)".contains("s3cret"))
  }

  @Test
  func eachAttemptIsASpan() async {
    let server = Server(.success(503), .failure(APIError(.unreachable)), .success(200))
    await reset(server, [Retry(base: .zero, clock: ContinuousClock()), CallTracing(tracer: tracer)])
    let resends = tracer.finishedSpans.map { $0.attributes["http.request.resend_count"]?.toSpanAttribute() }
    #expect(resends == [nil, .int64(1), .int64(2)])
  }

  @Test
  func theContextOfTheSpanIsSent() async throws {
    let server = Server(.success(200))
    var parent: ServiceContext?
    await tracer.withSpan("screen") { span in
      parent = span.context
      await reset(server, [CallTracing(tracer: tracer)])
    }
    let span = try #require(tracer.finishedSpans.first { $0.kind == .client })
    let fields = try #require(server.requests.first).head.headerFields
    #expect(fields[try #require(HTTPField.Name(InMemoryTracer.spanIDKey))] == span.spanID)
    #expect(span.parentSpanID == parent?.inMemorySpanContext?.spanID)
  }

  /// The baggage of a context may be about a person.
  @Test
  func otherServersDoNotGetTheContext() async throws {
    struct Elsewhere: Middleware {
      func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
        var request = request
        request.head.authority = "elsewhere.example"
        return try await next(request)
      }
    }
    let server = Server(.success(200))
    await reset(server, [Elsewhere(), CallTracing(tracer: tracer)])
    let fields = try #require(server.requests.first).head.headerFields
    #expect(try fields[#require(HTTPField.Name(InMemoryTracer.spanIDKey))] == nil)
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.attributes["server.address"]?.toSpanAttribute() == .string("elsewhere.example"))
  }
}
