extension String {
  /// The string in HTML, also in an attribute. Scalars are compared, because a quote with a combining mark is another character for Swift,
  /// and a quote for a browser.
  package var escapedForHTML: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
