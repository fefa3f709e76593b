internal import CQREncode
internal import VisitModel

/// A QR code (ISO/IEC 18004) of a text, made by libqrencode.
struct QRCode: Sendable {
    /// The width in modules, including the quiet zone of four on each side.
    let size: Int
    /// The dark modules as an SVG path.
    let path: String

    private static let quiet = 4

    /// Encodes a text; the result is `nil` where it is too long (2,331 bytes at this level of correction).
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        // A run of dark modules is one piece of the path; the lowest bit of a module is set where it is dark.
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    path += "M\(start + Self.quiet) \(row + Self.quiet)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        self.path = path
        size = width + 2 * Self.quiet
    }
}
