import Foundation
import Naru

// What Sources/NaruOffline/NaruOffline.docc/WorksInTheSubway.md leaves out.

let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
