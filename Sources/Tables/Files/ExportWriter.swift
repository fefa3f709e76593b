package import VisitModel
internal import WireJSON

/// The form of an export for other programs, exact and with every column.
package enum ExportFormat: String, Sendable, CaseIterable {
    case csv, geojson
}

/// Writes the rows of an export as they are added: as CSV, or as the features of a GeoJSON FeatureCollection (RFC 7946),
/// one a line.
package struct ExportWriter<Row> {
    private let columns: [Column<Row>]
    private let output: ([UInt8]) throws -> Void
    /// Of CSV.
    private var report: Report<Row>?
    /// Of GeoJSON.
    private var json = JSONBytes()
    private var buffer: [UInt8] = []

    /// How many bytes are buffered before they are written.
    package static var pieceLength: Int { 1 << 16 }

    /// With `defusesFormulas`, a spreadsheet takes no text of CSV for a formula.
    package init(
        _ columns: [Column<Row>],
        _ format: ExportFormat,
        defusesFormulas: Bool = false,
        to output: @escaping ([UInt8]) throws -> Void
    ) {
        self.columns = columns
        self.output = output
        switch format {
        case .csv: report = Report(columns, .csv, defusesFormulas: defusesFormulas, to: output)
        case .geojson:
            json.openObject()
            json.openList("features")
        }
    }

    /// Adds a row; `place` is the point of its feature, or `nil` for a feature without one.
    package mutating func add(_ row: Row, at place: Coordinate?) throws {
        guard report == nil else {
            try report?.add(row)
            return
        }
        json.breakLine()
        json.object {
            if let place {
                $0.openObject("geometry")
                $0.key("coordinates")
                $0.list(of: [place.longitude, place.latitude]) { $0.number($1) }
                $0.member("type", "Point")
                $0.closeObject()
            } else {
                $0.key("geometry")
                $0.null()
            }
            $0.member("properties", verbatim: JSONBytes.object(columns.map { ($0.key, $0.cell(row)) }))
            $0.member("type", "Feature")
        }
        json.drain(into: &buffer)
        if buffer.count >= Self.pieceLength { try flush() }
    }

    /// Writes what follows the rows.
    package mutating func end() throws {
        guard report == nil else {
            try report?.end()
            return
        }
        json.breakLine()
        json.closeList()
        json.member("type", "FeatureCollection")
        json.closeObject()
        json.drain(into: &buffer)
        buffer.append(UInt8(ascii: "\n"))
        try flush()
    }

    private mutating func flush() throws {
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
