package import VisitModel

/// The form of an exported track.
package enum TrackExportFormat: String, Sendable, CaseIterable {
    case csv, geojson, gpx

    package var mediaType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        }
    }
}

/// Writes the fixes of devices as they are added.
package struct TrackWriter {
    /// One of both.
    private var rows: ExportWriter<ExportColumns.FixRow>?
    private var gpx: GPXWriter?
    private var device: Device?

    /// With `defusesFormulas`, a spreadsheet takes no text of CSV for a formula.
    package init(
        _ format: TrackExportFormat,
        defusesFormulas: Bool = false,
        to output: @escaping ([UInt8]) throws -> Void
    ) {
        switch format {
        case .csv: rows = ExportWriter(ExportColumns.fixes, .csv, defusesFormulas: defusesFormulas, to: output)
        case .geojson: rows = ExportWriter(ExportColumns.fixes, .geojson, to: output)
        case .gpx: gpx = GPXWriter(to: output)
        }
    }

    /// Begins the fixes of a device.
    package mutating func begin(_ device: Device) {
        self.device = device
        gpx?.begin(device.id)
    }

    /// Adds a fix of the device that was begun.
    package mutating func add(_ fix: Fix) throws {
        guard let device else { preconditionFailure("a fix before its device") }
        try rows?.add(ExportColumns.FixRow(fix: fix, device: device), at: fix.coordinate)
        try gpx?.add(fix)
    }

    /// Writes what follows the fixes.
    package mutating func end() throws {
        try rows?.end()
        try gpx?.end()
    }
}
