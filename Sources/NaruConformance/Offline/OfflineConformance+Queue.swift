import Foundation
import Naru
import NaruOffline

extension OfflineConformance {
  /// The promises about queued writes.
  public static let queueChecks: [Check] = [
    Check("A queued write is still there when the app is started again") { subject in
      subject.set("a")
      for text in texts {
        try await subject.start().write(KeptNotes.self) { try await $0.replace(id: 1, note: NewKeptNote(text: text)) }
      }
      let again = try subject.start()
      try expect(try again.queuedWrites().count == texts.count, "some writes are lost")
      try await again.send()
      try expect(subject.effects == texts.map { "1 \($0)" }, "the writes were lost, changed or sent in another order")
      try expect(try subject.start().queuedWrites().isEmpty, "a write that was sent is still there")
    },
    Check("A file is queued as it is") { subject in
      subject.set("a")
      let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      try await subject.start().write(KeptNotes.self) {
        try await $0.draw(id: 1, picture: Blob(bytes, contentType: "image/png"))
      }
      try await subject.start().send()
      let sum = bytes.reduce(0) { $0 &+ Int($1) }
      try expect(subject.effects == ["picture \(sum) \(bytes.count)"], "the bytes were changed")
    },
    Check("A write whose answer is lost takes effect once") { subject in
      let offline = try subject.start()
      try await offline.write(KeptNotes.self) { try await $0.add(note: NewKeptNote(text: "a")) }
      subject.loseAnswers(2)
      for _ in 0..<3 {
        try await offline.send()
        subject.wait(300)
      }
      try expect(subject.effects == ["add a"], "it took effect \(subject.effects.count) times")
      try expect(try offline.queuedWrites().isEmpty, "it is still there")
    },
    Check("Two openings see the same writes, and send each once") { subject in
      subject.set("a", "b")
      let apps = [try subject.start(), try subject.start()]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<2 {
          group.addTask {
            for text in 0..<10 {
              try await apps[number].write(KeptNotes.self) {
                try await $0.replace(id: number + 1, note: NewKeptNote(text: "\(text)"))
              }
              try await apps[number].send()
            }
          }
        }
        try await group.waitForAll()
      }
      // What one of them had taken for itself is free again.
      subject.wait(300)
      for app in apps { try await app.send() }
      for id in 1...2 {
        let mine = subject.effects.filter { $0.hasPrefix("\(id) ") }
        try expect(mine == (0..<10).map { "\(id) \($0)" }, "the writes of one scope were \(mine)")
      }
      try expect(try apps[0].queuedWrites().isEmpty && apps[1].queuedWrites().isEmpty, "something is left")
    },
    Check("What was created offline has its real id after a restart") { subject in
      subject.isDown = true
      let id = LocalID()
      let offline = try subject.start()
      try await offline.write(KeptNotes.self, creating: id) { try await $0.add(note: NewKeptNote(text: "a")) }
      try await offline.write(KeptNotes.self) {
        try await $0.replace(id: Int(id.integer), note: NewKeptNote(text: "b"))
      }
      subject.isDown = false
      subject.wait(300)
      try await subject.start().send()
      try expect(subject.effects == ["add a", "1 b"], "the server has \(subject.effects)")
      try expect(try subject.start().realID(of: id) == "1", "the real id is forgotten")
    },
    Check("A refused write stays with its sentence until it is retried or discarded") { subject in
      subject.set("a")
      let offline = try subject.start()
      try await offline.write(KeptNotes.self) { try await $0.replace(id: 1, note: NewKeptNote(text: "")) }
      try await offline.write(KeptNotes.self) { try await $0.replace(id: 1, note: NewKeptNote(text: "b")) }
      try await offline.send()
      try expect(subject.effects == ["1 b"], "a refused write holds up another one")
      let again = try subject.start()
      guard let refused = try again.queuedWrites(refused: true).first else {
        throw Violation(description: "the refused write is lost")
      }
      try expect(refused.lastError?.korean == OfflineSubject.refusal.korean, "the sentence of the server is lost")
      try expect(try again.retry(refused.id), "it can't be retried")
      try await again.send()
      try expect(try again.queuedWrites(refused: true).map(\.id) == [refused.id], "it is not refused again")
      try expect(try again.discard(refused.id), "it can't be discarded")
      try expect(try subject.start().queuedWrites().isEmpty, "it is still there")
    },
    Check("Each person has their own writes, also after signing out and in again") { subject in
      subject.set("a")
      subject.set("a", of: subject.other)
      let first = try subject.start()
      try await first.write(KeptNotes.self) { try await $0.replace(id: 1, note: NewKeptNote(text: "b")) }
      try expect(try await first.signOut { _ in .keep }, "the person can't sign out")
      let second = try subject.start(subject.other)
      try expect(try second.queuedWrites().isEmpty, "a person sees the writes of another one")
      try await second.send()
      try expect(subject.effects.isEmpty, "a write of another person was sent")
      let back = try subject.start()
      try expect(try back.queuedWrites().count == 1, "a kept write is lost")
      try expect(try await back.signOut { _ in .discard }, "the person can't sign out")
      try expect(try subject.start().queuedWrites().isEmpty, "a discarded write is still there")
    },
  ]

  /// Long texts, line ends, quotes, Korean, and characters of several code points.
  private static let texts = [
    "a", "줄\n바꿈\r\n\t\"'\\", "👩‍👩‍👧‍👦 한글 ㅎㅏㄴ", "-1234567890123456", String(repeating: "0123456789abcdef", count: 1024),
  ]
}
