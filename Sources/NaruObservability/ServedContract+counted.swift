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
      let counters = Locked(Counters(endpoint: endpoint.id, factory: factory))
      return { head in counters.withLock { $0.counter(for: head) }.increment() }
    }
  }
}

/// The counters of an endpoint by release. Making one takes longer than the rest.
private struct Counters {
  let endpoint: String
  let factory: any MetricsFactory
  private var releases = ReleaseNames()
  private var counters: [Counter] = []

  init(endpoint: String, factory: any MetricsFactory) {
    self.endpoint = endpoint
    self.factory = factory
  }

  mutating func counter(for head: HTTPRequest) -> Counter {
    let index = releases.index(of: head)
    if index == counters.count {
      let dimensions = [(Convention.endpoint, endpoint), (Convention.release, releases.names[index])]
      counters.append(Counter(label: Convention.serverCalls, dimensions: dimensions, factory: factory))
    }
    return counters[index]
  }
}
