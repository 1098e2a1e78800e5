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
    let factory = factory ?? MetricsSystem.factory
    return counting { endpoint in
      // Making a counter takes longer than the rest.
      let counters = Locked(ByRelease<Counter>())
      return { head in
        let counter = counters.withLock { counters in
          counters.change(head) { release, counter in
            let found = counter ?? Counter(for: endpoint, release, factory)
            counter = found
            return found
          }
        }
        counter.increment()
      }
    }
  }
}

extension Counter {
  fileprivate convenience init(for endpoint: Endpoint, _ release: String, _ factory: any MetricsFactory) {
    let dimensions = [(Convention.endpoint, endpoint.id), (Convention.release, release)]
    self.init(label: Convention.serverCalls, dimensions: dimensions, factory: factory)
  }
}
