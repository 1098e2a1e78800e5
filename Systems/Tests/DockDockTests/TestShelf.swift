import DockDock
import DockDockBackend
import Foundation
import HTTPTypes
import Naru
import SystemTesting

/// DockDock's backend on a database of its own.
typealias TestShelf = TestBackend<DockDockBackend>

extension TestShelf {
  static let csv = """
    isbn13,title,volume,author,publisher,pub_date,price_krw,kdc,addon_code
    9788966260959,클린 코드: 애자일 소프트웨어 장인 정신,,로버트 C. 마틴 지음;박재호 옮김,인사이트,2013-12-24,33000,005.1,93000
    9788983920683,해리포터와 마법사의 돌,1,조앤 K. 롤링 지음;김혜원 옮김,문학수첩,1999-11-19,8000,843,03840
    9788932917245,어린 왕자,,생텍쥐페리 지음;황현산 옮김,열린책들,2015-10-20,9800,863,03860
    9788937460449,데미안,,헤르만 헤세 지음;전영애 옮김,민음사,2000-12-20,8000,853,03850
    """

  /// Creates a backend with a few books.
  init(settings: [String: String] = [:]) throws {
    try self.init(at: Date(timeIntervalSince1970: 1_800_000_000), settings: settings)
    try importBooks(Self.csv)
  }
}
