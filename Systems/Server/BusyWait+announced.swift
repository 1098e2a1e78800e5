import CommandSupport
import Storage

extension BusyWait {
  /// A wait for other processes that is announced when it takes longer than a second.
  static var announced: BusyWait {
    BusyWait {
      printNotice(
        "다른 나루 프로세스가 데이터베이스를 준비하거나 바꾸고 있습니다. 30초까지 기다립니다.",
        "Another Naru process is preparing or changing the database. Waiting for up to 30 seconds."
      )
    }
  }
}
