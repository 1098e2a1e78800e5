import Naru

// What Sources/NaruObservability/NaruObservability.docc/NaruObservability.md leaves out.

let url = InMemoryTransport.url
let transport = InMemoryTransport()
