internal import CQREncode
internal import VisitModel

/// A text as a QR code (ISO/IEC 18004), drawn by libqrencode.
struct QRCode: Sendable {
    /// How many modules wide it is, the quiet zone of four on each side included.
    let size: Int
    /// The dark modules as the path of an SVG.
    let path: String

    private static let quiet = 4

    /// Draws a text.
    ///
    /// - Parameter text: the text; `nil` where it is too long for a code (2,331 bytes at this level of correction).
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return nil
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        // A run of dark modules is one piece of the path; the lowest bit of a module says whether it is dark.
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
