@_exported import DockDock
@_exported import DockDockFeatures
@_exported import Dori
@_exported import DoriFeatures
import Foundation
@_exported import Naru
@_exported import NaruOffline
@_exported import NaruScreens

// What Systems/docs/features.md leaves out.

let folder = URL(filePath: "/")
let user = "1"
let client = APIClient(InMemoryTransport.url, transport: InMemoryTransport())
let entry = ReadingBook.samples[0]
@MainActor let model = ShelfModel(.unimplemented)
