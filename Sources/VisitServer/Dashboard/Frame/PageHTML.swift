internal import Mustache

/// The HTML escaping of text, which works byte by byte.
///
/// The library's own escaping works on whole characters, so that a quotation mark with a combining accent behind it
/// passes as another character, while to a browser it is still a quotation mark that ends an attribute.
struct PageHTML: MustacheContentType {
    /// The content type's name in templates.
    static let name = "PAGE"

    func escapeText(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            case UInt8(ascii: "`"): bytes += "&#96;".utf8
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
