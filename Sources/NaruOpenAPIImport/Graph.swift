enum Graph {
  /// Returns a number for each node, which is the same for all nodes of a circle (Tarjan's algorithm, without
  /// recursion). Each node has the nodes that it leads to.
  static func groups(_ edges: [[Int]]) -> [Int] {
    var (index, low, groups) = (
      [Int?](repeating: nil, count: edges.count), [Int](repeating: 0, count: edges.count),
      [Int?](repeating: nil, count: edges.count)
    )
    var count = 0
    var stack: [Int] = []
    for start in edges.indices where index[start] == nil {
      var open = [(node: start, rest: edges[start][...])]
      while let (node, _) = open.last {
        if index[node] == nil {
          index[node] = count
          low[node] = count
          count += 1
          stack.append(node)
        }
        if let next = open[open.count - 1].rest.popFirst() {
          if index[next] == nil { open.append((next, edges[next][...])) }
          if groups[next] == nil, let number = index[next] { low[node] = min(low[node], number) }
          continue
        }
        open.removeLast()
        if let parent = open.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node] else { continue }
        while let member = stack.popLast() {
          groups[member] = low[node]
          if member == node { break }
        }
      }
    }
    return groups.map { $0 ?? 0 }
  }
}
