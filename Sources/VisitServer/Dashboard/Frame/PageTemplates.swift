internal import Mustache
internal import VisitModel

/// The templates of the pages, which lie in `Templates` and are part of the program.
///
/// A template has two values: `frame`, the common parts of every page (`PageFrame`), and `page`, its own content, a
/// struct with the stored properties that it names. `nil` and an empty list leave a section out; an empty text does
/// not, so a text that may be missing is an optional. `{{&name}}` writes markup as it is, and is
/// only for that of `VisitDrawing`. Within a list a name begins with a dot (`{{.name}}`), or a
/// missing one would be looked up in the enclosing contexts.
struct PageTemplates: Sendable {
    /// Their names: those of the files, without the extension and with hyphens.
    static let names = EmbeddedFiles.names.filter { $0.hasSuffix(fileEnding) }
        .map { String($0.dropLast(fileEnding.count).map { $0 == "_" ? "-" : $0 }) }

    private static let fileEnding = ".mustache"

    /// The content of a template.
    static func source(_ name: String) -> [UInt8] {
        EmbeddedFiles.bytes(String(name.map { $0 == "-" ? "_" : $0 }) + fileEnding)
    }

    /// Parsed once a process.
    private static let library: MustacheLibrary = {
        MustacheContentTypes.register(PageHTML(), named: PageHTML.name)
        var library = MustacheLibrary()
        for name in names {
            do {
                let text = "{{% CONTENT_TYPE: \(PageHTML.name) }}\n" + String(decoding: source(name), as: UTF8.self)
                try library.register(text, named: name)
            } catch {
                // They are part of the program, and a test parses all of them.
                preconditionFailure("the template \(name) can't be read: \(error)")
            }
        }
        return library
    }()

    /// Parses the templates, unless that was done before, so that the pages are ready when the service starts.
    init() { _ = Self.library }

    func page(_ name: String, _ frame: PageFrame, _ content: Any) -> String {
        guard let text = Self.library.render(["frame": frame, "page": content] as [String: Any], withTemplate: name)
        else {
            preconditionFailure("there is no template \(name)")
        }
        return PageHTML.showingHidden(in: text)
    }
}

/// The HTML escaping of text, which works byte by byte.
///
/// The library's own escaping works on whole characters, so that a quotation mark with a combining accent behind it
/// passes as another character, while to a browser it is still a quotation mark that ends an attribute.
struct PageHTML: MustacheContentType {
    /// The name in templates.
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
        let escaped = String(decoding: bytes, as: UTF8.self)
        return HiddenCharacters.replaced(in: escaped) { "\(Self.reference)\(String($0.value, radix: 16));" }
    }

    /// Begins a character reference.
    private static let reference = "&#x"

    /// Makes hidden characters visible in the text of a rendered page, such as `\u{202E}`.
    ///
    /// Until then they are references. In an attribute they stay so: a form has to send the name of a member unchanged.
    static func showingHidden(in page: String) -> String {
        guard page.utf8.contains(UInt8(ascii: "&")) else { return page }
        let bytes = Array(page.utf8)
        let mark = Array(reference.utf8)
        var shown: [UInt8] = []
        var (copied, isInTag) = (0, false)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "<"): isInTag = true
            case UInt8(ascii: ">"): isInTag = false
            case UInt8(ascii: "&") where !isInTag && bytes[index...].starts(with: mark):
                let digits = bytes[(index + mark.count)...].prefix { $0 != UInt8(ascii: ";") }
                let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
                guard let scalar = number.flatMap(Unicode.Scalar.init) else { continue }
                shown += bytes[copied..<index]
                shown += HiddenCharacters.escape(scalar).utf8
                copied = digits.endIndex + 1
            default: break
            }
        }
        guard copied > 0 else { return page }
        return String(decoding: shown + bytes[copied...], as: UTF8.self)
    }
}
