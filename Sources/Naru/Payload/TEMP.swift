public protocol Payload: Codable, SendableMetatype {}
extension Int: Payload {}
extension String: Payload {}
extension Double: Payload {}
extension Array: Payload where Element: Payload {}
