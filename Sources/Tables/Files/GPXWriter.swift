package import VisitModel

/// Writes fixes as tracks of GPX 1.1; a segment ends where the way to the next fix is unknown.
///
/// Specification: <https://www.topografix.com/GPX/1/1/>. Speed and course are those of Garmin's TrackPointExtension 2, the
/// accuracy in metres is an extension of its own, because GPX has only ratios. Whether a fix is a mock one, and what the
/// phone said of its movement, has no place in it.
package struct GPXWriter {
    private let output: ([UInt8]) throws -> Void
    private var buffer: [UInt8] = []
    private var isOpen = false
    private var hasFixes = false

    package init(to output: @escaping ([UInt8]) throws -> Void) {
        self.output = output
        put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Footfall" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:footfall="urn:footfall:gpx">

            """
        )
    }

    /// Begins the track of a device; a track before it ends.
    package mutating func begin(_ device: DeviceID) {
        endTrack()
        put("<trk><name>\(Self.escaped(device.text))</name><trkseg>\n")
        (isOpen, hasFixes) = (true, false)
    }

    /// Adds a fix to the track that was begun.
    package mutating func add(_ fix: Fix) throws {
        if fix.flags.contains(.afterGap), hasFixes { put("</trkseg><trkseg>\n") }
        hasFixes = true
        let place = fix.coordinate
        put("<trkpt lat=\"\(Self.degrees(place.latitude))\" lon=\"\(Self.degrees(place.longitude))\">")
        if let altitude = fix.altitude { put("<ele>\(Cell.rounded(altitude, 1))</ele>") }
        put("<time>\(fix.time.iso8601)</time>")
        let movement = [
            fix.speed.map { "<gpxtpx:speed>\(Cell.rounded($0, 2))</gpxtpx:speed>" },
            fix.course.map { "<gpxtpx:course>\(Cell.rounded($0, 1))</gpxtpx:course>" },
        ].compactMap(\.self).joined()
        let accuracy = fix.horizontalAccuracy.map {
            "<footfall:accuracy>\(Cell.rounded($0, 1))</footfall:accuracy>"
        }
        if accuracy != nil || !movement.isEmpty {
            let extended =
                movement.isEmpty ? "" : "<gpxtpx:TrackPointExtension>\(movement)</gpxtpx:TrackPointExtension>"
            put("<extensions>\(extended)\(accuracy ?? "")</extensions>")
        }
        put("</trkpt>\n")
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes what follows the tracks.
    package mutating func end() throws {
        endTrack()
        put("</gpx>\n")
        try flush()
    }

    private mutating func endTrack() {
        if isOpen { put("</trkseg></trk>\n") }
        isOpen = false
    }

    private mutating func put(_ text: String) { buffer.append(contentsOf: text.utf8) }

    private mutating func flush() throws {
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    /// To a tenth of a metre; without an exponent, which XML Schema's decimals have not.
    private static func degrees(_ value: Double) -> String { Cell.rounded(value, 7) }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            // XML can't have these; an identifier has no controls.
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
