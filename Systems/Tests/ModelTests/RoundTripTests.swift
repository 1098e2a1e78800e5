import Naru
import Testing

/// Tests that Naru's engine and Foundation's coders read and write every model alike.
struct RoundTripTests {
  @Test(arguments: models)
  func naruAndFoundationReadWhatEitherWrites(model: Model) throws {
    try model.roundTrips()
  }

  /// Types that are not in the table: months are only query items, and tokens are sent as their body, which is in the
  /// table.
  private static let otherwise: Set = ["Dori.Month", "Konkuk.LoanMonths", "Squirret.TokenPair"]

  @Test(
    arguments: contracts.map(Signatures.init)
  )
  func everyTypeInAnEndpointIsInTheTable(contract: Signatures) throws {
    try #require(!contract.types.isEmpty)
    let known = Set(models.map(\.name)).union(Self.otherwise)
    #expect(contract.types.subtracting(known).isEmpty)
  }

  @Test(arguments: models)
  func everyTypeInAModelIsInTheTable(model: Model) {
    #expect(inside(model.schema()).subtracting(models.map(\.name)).isEmpty)
  }

  /// Returns the declared types to which a schema refers directly.
  private func inside(_ schema: Schema) -> Set<String> {
    func named(_ part: Schema.TypeReference?) -> Set<String> {
      switch part?.schema {
      case .array(let part), .dictionary(let part), .optional(let part): named(part)
      case .object(let type, _, _), .enumeration(let type, _, _), .union(let type, _, _, _):
        [String(reflecting: type.type)]
      default: []
      }
    }
    switch schema {
    case .object(_, let fields, _): return fields.reduce(into: []) { $0.formUnion(named($1.type)) }
    case .union(_, _, let variants, _):
      return variants.reduce(into: []) { names, variant in
        for field in variant.fields { names.formUnion(named(field.type)) }
        names.formUnion(named(variant.type))
      }
    default: return []
    }
  }
}

/// The parameter and result types of a contract's closures.
struct Signatures: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The names of the types from the contract's module.
  let types: Set<String>

  init(_ contract: any Contract) {
    testDescription = String(reflecting: type(of: contract))
    let module = testDescription.prefix { $0 != "." } + "."
    types = Mirror(reflecting: contract).children.reduce(into: []) { names, closure in
      // `(Swift.Optional<Saerok.BoardPaging>) async throws -> Saerok.PostPage`
      let words = String(reflecting: type(of: closure.value)).split {
        !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "_"
      }
      names.formUnion(words.filter { $0.hasPrefix(module) }.map(String.init))
    }
  }
}
