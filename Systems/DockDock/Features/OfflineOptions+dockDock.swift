import DockDock
import Naru
public import NaruOffline

extension OfflineOptions {
  /// The cache of an app with a shelf. A book of the catalogue is not requested again within an hour. All changes of the shelf are sent in
  /// order, because records and reviews need their book, and a book that is removed and added again must not be added first.
  public static var dockDock: OfflineOptions {
    var options = OfflineOptions(
      contracts: [Books.self, ReadingBooks.self, ReadingRecords.self, Reviews.self, Onboarding.self]
    )
    options.policies[Books.Endpoints.show] = .cacheFirst(maxAge: .seconds(3600))
    for contract: any Contract.Type in [ReadingBooks.self, ReadingRecords.self, Reviews.self] {
      for write in contract.endpoints where write.method != .get { options.scopes[write] = "shelf" }
    }
    return options
  }
}
