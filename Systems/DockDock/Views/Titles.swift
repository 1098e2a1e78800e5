#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  import DockDockFeatures
  import NaruScreens

  extension ReadingStatus {
    var title: String {
      switch self {
      case .wishlist: localized("읽고 싶은 책", "To Read")
      case .reading: localized("읽는 중", "Reading")
      case .completed: localized("다 읽은 책", "Read")
      }
    }
  }

  extension RecordType {
    var title: String {
      switch self {
      case .note: localized("메모", "Note")
      case .quote: localized("구절", "Quote")
      case .thought: localized("생각", "Thought")
      }
    }
  }

  extension ReadingPurpose {
    var title: String {
      switch self {
      case .growth: localized("성장", "To grow")
      case .fun: localized("재미", "For fun")
      case .healing: localized("치유", "To find peace")
      case .knowledge: localized("지식", "To know more")
      case .communication: localized("대화", "To have something to talk about")
      }
    }
  }

  extension PreferredLength {
    var title: String {
      switch self {
      case .short: localized("200쪽까지", "Up to 200 pages")
      case .medium: localized("201~400쪽", "201 to 400 pages")
      case .long: localized("400쪽 넘게", "More than 400 pages")
      case .any: localized("상관없음", "Any")
      }
    }
  }

  extension ReadingPace {
    var title: String {
      switch self {
      case .fast: localized("빠르게", "Fast")
      case .medium: localized("보통", "Medium")
      case .slow: localized("천천히", "Slow")
      }
    }
  }

  extension PreferredDifficulty {
    var title: String {
      switch self {
      case .easy: localized("쉬운 책", "Easy")
      case .moderate: localized("보통", "Moderate")
      case .challenging: localized("어려운 책", "Challenging")
      case .any: localized("상관없음", "Any")
      }
    }
  }
#endif
