package import Naru

extension Locked {
  /// Adds an element and returns the number of elements.
  package func append<Element: Sendable>(_ element: Element) -> Int where Value == [Element] {
    withLock { elements in
      elements.append(element)
      return elements.count
    }
  }

  /// Adds one and returns the sum.
  package func next() -> Int where Value == Int {
    withLock { number in
      number += 1
      return number
    }
  }
}
