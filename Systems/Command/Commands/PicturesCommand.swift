import ArgumentParser
import CommandSupport
import DockDock
import Foundation
import Naru
import Saerok

struct PicturesCommand: AsyncParsableCommand {
  static let configuration = about(
    "글과 리뷰의 사진입니다.",
    "The pictures of posts and reviews.",
    name: "pictures",
    subcommands: [List.self, Add.self, Remove.self]
  )

  struct List: ServerCommand {
    static let configuration = about(
      "사진을 보여 줍니다. 링크는 10분 동안 누구나 열 수 있습니다.",
      "Lists the pictures. Anyone can open their links for ten minutes."
    )

    @OptionGroup var owner: PictureOwner

    @Option(help: .text("사진을 저장할 폴더.", "A folder to save the pictures in.", valueName: "folder"))
    var to: String?

    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let (posts, reviews) = (PostPictures.live(server.client), ReviewPictures.live(server.client))
      let (pictures, read) =
        if let review = owner.review {
          (try await reviews.list(id: review), reviews.picture)
        } else {
          (try await posts.list(postID: owner.post ?? 0), posts.picture)
        }
      if let folder = to.map({ URL(fileURLWithPath: $0) }) {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for picture in pictures {
          let content = try await read(picture.link)
          let name = "\(picture.key.uuidString.lowercased()).\(content.contentType == "image/png" ? "png" : "jpg")"
          try await content.save(to: folder.appending(path: name), upTo: NewPicture.maxLength)
        }
      }
      try await server.show(pictures, owner.format) {
        if pictures.isEmpty { printLine("사진이 없습니다.", "No pictures yet.") }
        for picture in pictures { printLine(picture.link.text) }
      }
    }
  }

  struct Add: ServerCommand {
    static let configuration = about("사진을 올립니다.", "Adds a picture.")

    @Argument(help: .text("5MB 이하의 JPEG 또는 PNG 파일.", "A JPEG or a PNG file of at most 5 MB."), transform: notBlank)
    var file: String

    @OptionGroup var owner: PictureOwner
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      let file = URL(fileURLWithPath: file)
      let types = ["png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg"]
      // Unlike the error of a file in a blob, this one names the path.
      let data = try Data(contentsOf: file, options: .alwaysMapped)
      let picture = Blob(data, contentType: types[file.pathExtension.lowercased()] ?? "")
      let added =
        if let review = owner.review {
          try await ReviewPictures.live(server.client).add(picture, to: review)
        } else {
          try await PostPictures.live(server.client).add(picture, to: owner.post ?? 0)
        }
      try await server.show(added, owner.format, "사진을 올렸습니다.", "Added the picture.")
    }
  }

  struct Remove: ServerCommand {
    static let configuration = about("사진을 삭제합니다.", "Removes a picture.")

    @Argument(help: .text("사진의 키: 링크의 “?” 앞에 있는 ID.", "The picture's key: the ID before the “?” of its link."))
    var key: UUID

    @OptionGroup var owner: PictureOwner
    @OptionGroup var options: ClientOptions

    func run(_ server: ServerConnection) async throws {
      if let review = owner.review {
        try await ReviewPictures.live(server.client).remove(id: review, key: key)
      } else {
        try await PostPictures.live(server.client).remove(postID: owner.post ?? 0, key: key)
      }
      try server.showRemoved(key.uuidString.lowercased(), "사진을 삭제했습니다.", "Removed the picture.")
    }
  }
}

/// The post or the review of a picture.
struct PictureOwner: ParsableArguments {
  @Option(help: .text("글 번호.", "The post's number.", valueName: "no"))
  var post: Post.ID?

  @Option(help: .text("리뷰의 ID.", "The ID of a review.", valueName: "id"), transform: notBlank)
  var review: Review.ID?

  fileprivate var format: any ResponseFormat.Type { review == nil ? SaerokFormat.self : DockDockFormat.self }

  func validate() throws {
    try require((post == nil) != (review == nil), "--post나 --review를 지정해 주세요.", "Use either --post or --review.")
  }
}
