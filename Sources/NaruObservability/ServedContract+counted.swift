public import CoreMetrics
import HTTPTypes
import Metrics
public import Naru

extension ServedContract {
  /// Returns the contract with a counter of its calls, which tells which releases of an app still call an endpoint.
  ///
  /// ```swift
  /// router.mount(ServedContract(Books.self) { caller in shelf.books(for: caller) }.counted())
  /// ```
  ///
  /// The counter `naru.server.calls` of swift-metrics has two dimensions. `naru.endpoint` is the endpoint's id, such as `Books.show`.
  /// `naru.release` is the release that the client states (`APIClient(release:)`), such as `1.4.0`; `none` if it states none; and `other`
  /// for invalid releases and those after the first 64 of an endpoint. Rejected calls are counted.
  ///
  /// - Parameter factory: the factory of the metrics. `nil`: the factory of `MetricsSystem`.
  /// - Returns: the contract.
  public func counted(factory: (any MetricsFactory)? = nil) -> ServedContract {
    intercepted(by: CallCounter(factory: factory ?? MetricsSystem.factory))
  }
}

/// Counts calls by endpoint and release.
private struct CallCounter: CallInterceptor {
  let factory: any MetricsFactory
  /// Making a counter takes longer than the rest.
  private let counters = Locked(ByRelease<Counter>())

  init(factory: any MetricsFactory) {
    self.factory = factory
  }

  func respond(
    to call: InterceptedCall,
    body: @escaping @Sendable () -> Blob,
    next: @Sendable (_ body: @escaping @Sendable () -> Blob) async -> APIResponse
  ) async -> APIResponse {
    let counter = counters.withLock { counters in
      counters.change(call.endpoint, call.head) { release, counter in
        let found =
          counter ?? Counter(label: Convention.serverCalls, dimensions: dimensions(call, release), factory: factory)
        counter = found
        return found
      }
    }
    counter.increment()
    return await next(body)
  }

  private func dimensions(_ call: InterceptedCall, _ release: String) -> [(String, String)] {
    [(Convention.endpoint, call.endpoint.id), (Convention.release, release)]
  }
}
