/// A form with a file, as browsers send it (RFC 7578).
struct MultipartForm: Sendable {
    struct Part: Sendable {
        let name: String
        /// `nil` for a field without a file.
        let fileName: String?
        let bytes: [UInt8]
    }

    let parts: [Part]

    /// `nil` where the body is no such form, or is truncated.
    init?(_ bytes: [UInt8], contentType: String) {
        guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter has no line break before it.
        guard bytes.starts(with: delimiter.dropFirst(2)) else { return nil }
        var parts: [Part] = []
        var place = delimiter.count - 2
        while !bytes[place...].starts(with: "--".utf8) {
            guard let head = Self.find(Array("\r\n\r\n".utf8), in: bytes, from: place),
                let end = Self.find(delimiter, in: bytes, from: head + 2)
            else { return nil }
            let content = min(head + 4, end)
            if let part = Self.part(bytes[place..<head], Array(bytes[content..<end])) { parts.append(part) }
            place = end + delimiter.count
        }
        self.parts = parts
    }

    private static func part(_ head: ArraySlice<UInt8>, _ bytes: [UInt8]) -> Part? {
        let lines = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
            let name = parameter("name", of: String(line))
        else { return nil }
        return Part(name: name, fileName: parameter("filename", of: String(line)), bytes: bytes)
    }

    /// A parameter such as `name="file"`; quotation marks in its value are encoded as `%22`.
    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.split(separator: ";").dropFirst() {
            let sides = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2, sides[0].trimmingPrefix(while: { $0 == " " }) == name else { continue }
            return String(sides[1]).replacing("\"", with: "").replacing("%22", with: "\"")
        }
        return nil
    }

    private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + wanted.count <= bytes.count {
                if bytes[place] == wanted[0], (1..<wanted.count).allSatisfy({ bytes[place + $0] == wanted[$0] }) {
                    return place
                }
                place += 1
            }
            return nil
        }
    }
}

struct UploadedFile: Hashable, Sendable {
    /// The name that the browser sent.
    let name: String
    let bytes: [UInt8]
}

extension FormFields {
    /// Parses a form's body according to its content type; throws `Problem` for a truncated form with a file.
    init(_ bytes: [UInt8], contentType: String?) throws {
        guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data") else {
            self.init(bytes)
            return
        }
        guard let form = MultipartForm(bytes, contentType: contentType) else {
            throw Problem.invalid("The form arrived incomplete. Go back and send it again.")
        }
        var fields: [String: [String]] = [:]
        for part in form.parts where part.fileName == nil {
            fields[part.name, default: []].append(String(decoding: part.bytes, as: UTF8.self))
        }
        let file = form.parts.first { $0.fileName?.isEmpty == false }
        self.init(fields: fields, file: file.map { UploadedFile(name: $0.fileName ?? "", bytes: $0.bytes) })
    }
}
