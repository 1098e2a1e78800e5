// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Imported from depot.json. A file with changes by hand is kept by the next import. (b3f6042cc007191c)
public import Foundation
public import Naru

// Not imported, or only in part:
// * #/paths/~1graph/post: no success is described; the result is empty.

/// Served at https://depot.example.com/v2.
@API(auth: .required, security: [.apiKey(header: "X-Depot-Key")])
public struct Parcels: Sendable {
  /// List parcels
  ///
  /// Lists what is stored.
  ///
  /// - Parameters:
  ///   - shelf: The number of the shelf.
  @GET("/parcels")
  public var listParcels: @Sendable (_ shelf: Int, _ word: String?) async throws -> [Parcel]

  /// Store parcel
  @POST("/parcels", status: 201)
  public var storeParcel: @Sendable (_ newParcel: NewParcel) async throws -> Parcel

  /// Photo
  ///
  /// - Parameters:
  ///   - parcelID: The id.
  @PUT("/parcels/{parcelID}/photo", auth: .none)
  public var photo: @Sendable (_ parcelID: UUID, _ caption: Part<String>?, _ photo: Part<Blob>?) async throws -> Void

  /// Search
  @POST("/graph")
  public var search: @Sendable () async throws -> Void
}

@Payload(init: true)
public struct Parcel: Sendable, Hashable {
  @Key("parcelId") public var parcelID: UUID
  public var weight: Double
  public var isFragile: Bool
}

@Payload(init: true)
public struct NewParcel: Sendable, Hashable {
  public var weight: Double
  public var shelf: JSONValue
}
