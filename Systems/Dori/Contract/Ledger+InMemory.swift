import Foundation
import Naru
import Rules
import Support

extension Ledger {
  /// Returns a ledger in memory that applies the same rules as the server, for previews and tests of features.
  public static func inMemory(_ people: [Person] = Person.samples) -> Ledger {
    let book = Locked(LedgerBook(people))
    return Ledger(
      people: { name, page, size in
        try Endpoints.people.problems(["page": page, "size": size]).check(describe: \.sentenceForPeople)
        return book.withLock { $0.people(name, ledgerPage(page, size)) }
      },
      person: { id in try book.withLock { $0.withGifts(try $0.person(id)) } },
      addPerson: { person in
        try person.problems(in: DoriFormat.self).check(describe: \.sentenceForPeople)
        return try book.withLock { try $0.add(person.checked()) }
      },
      updatePerson: { id, person in
        try person.problems(in: DoriFormat.self).check(describe: \.sentenceForPeople)
        return try book.withLock { try $0.update(person.checked(id: id)) }
      },
      removePerson: { id in try book.withLock { try $0.removePerson(id) } },
      gifts: { month, direction in book.withLock { $0.gifts(month, direction) } },
      addGift: { personID, gift in
        try gift.problems(in: DoriFormat.self).check(describe: \.sentenceForPeople)
        return try book.withLock { try $0.add(gift.checked(personID: personID)) }
      },
      updateGift: { id, gift in
        try gift.problems(in: DoriFormat.self).check(describe: \.sentenceForPeople)
        return try book.withLock { try $0.update(gift.checked(id: id)) }
      },
      removeGift: { id in try book.withLock { try $0.removeGift(id) } },
      summary: { year in
        try Endpoints.summary.problems(["year": year]).check(describe: \.sentenceForPeople)
        return book.withLock { Summary($0.gifts(in: ledgerYear(year))) }
      }
    )
  }

  /// A ledger in memory with sample people and gifts.
  public static var preview: Ledger { inMemory() }
}

/// The content of a ledger in memory, in its simplest form.
private struct LedgerBook {
  private var people: [Person.ID: Person] = [:]
  /// The gifts in the order of their addition.
  private var gifts: [Gift] = []

  init(_ people: [Person]) {
    for person in people {
      gifts += person.gifts.reversed()
      var person = person
      person.gifts = []
      self.people[person.id] = person
    }
  }

  func people(_ name: String?, _ page: Range<Int>?) -> CountedList<Person> {
    let query = NameQuery(name ?? "")
    let found = people.values.filter { query.matches($0.name) }.sorted { $0.isListed(before: $1) }
    return CountedList((page.map { found[clamped: $0] } ?? found[...]).map(withGifts), total: found.count)
  }

  func person(_ id: Person.ID) throws(APIError) -> Person {
    guard let person = people[id] else { throw APIError.personNotFound }
    return person
  }

  func withGifts(_ person: Person) -> Person {
    var person = person
    person.gifts = newestFirst(gifts.filter { $0.personID == person.id })
    return person
  }

  mutating func add(_ person: Person) throws(APIError) -> CreatedOrExisting<Person> {
    if let known = people[person.id] {
      guard known.hasContent(of: person) else { throw APIError.personConflict }
      return CreatedOrExisting(withGifts(known), isNew: false)
    }
    people[person.id] = person
    return CreatedOrExisting(person)
  }

  mutating func update(_ changed: Person) throws(APIError) -> Person {
    var person = changed
    person.id = try self.person(changed.id).id
    people[person.id] = person
    return withGifts(person)
  }

  mutating func removePerson(_ id: Person.ID) throws(APIError) {
    _ = try person(id)
    people[id] = nil
    gifts.removeAll { $0.personID == id }
  }

  func gifts(_ month: Month?, _ direction: Gift.Direction?) -> [Gift] {
    let dates = month?.dates
    return newestFirst(
      gifts.filter { dates?.contains($0.date) ?? true && (direction == nil || $0.direction == direction) }
    )
  }

  func gifts(in dates: Range<Date>?) -> [Gift] {
    gifts.filter { dates?.contains($0.date) ?? true }
  }

  mutating func add(_ gift: Gift) throws(APIError) -> CreatedOrExisting<Gift> {
    var gift = gift
    gift.personID = try person(gift.personID).id
    if let known = gifts.first(where: { $0.id == gift.id }) {
      guard known == gift else { throw APIError.giftConflict }
      return CreatedOrExisting(known, isNew: false)
    }
    gifts.append(gift)
    return CreatedOrExisting(gift)
  }

  mutating func update(_ changed: Gift) throws(APIError) -> Gift {
    guard let index = gifts.firstIndex(where: { $0.id == changed.id }) else { throw APIError.giftNotFound }
    var gift = changed
    gift.id = gifts[index].id
    gift.personID = try person(changed.personID).id
    gifts[index] = gift
    return gift
  }

  mutating func removeGift(_ id: Gift.ID) throws(APIError) {
    guard let index = gifts.firstIndex(where: { $0.id == id }) else { throw APIError.giftNotFound }
    gifts.remove(at: index)
  }

  /// Sorts gifts by date, newest first. If two have the same second, the one added later comes first.
  private func newestFirst(_ gifts: [Gift]) -> [Gift] {
    gifts.enumerated()
      .sorted { ($0.element.date, $0.offset) > ($1.element.date, $1.offset) }
      .map(\.element)
  }
}
