internal import ArgumentParser
internal import Interchange
internal import VisitModel
internal import VisitStore

/// Exports the facilities as CSV or GeoJSON.
struct FacilitiesExport: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the facilities in use as CSV, which can be imported again, or as GeoJSON."
    )

    /// The export formats.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case csv, geojson
    }

    @Option(help: "The file format.")
    var format: Format

    @OptionGroup var database: DatabaseOptions

    func run(_ console: Console) throws {
        let store = try database.open(console)
        switch format {
        case .csv: try writeCSV(store, console)
        case .geojson: try writeGeoJSON(store, console)
        }
    }

    private func writeCSV(_ store: VisitStore, _ console: Console) throws {
        let writer = FacilityCSVWriter()
        var bytes: [UInt8] = []
        writer.writeHeader(into: &bytes)
        try store.eachFacility { stored in
            writer.write(stored.facility, into: &bytes)
            try Self.write(&bytes, console)
        }
        try console.output(bytes)
    }

    private func writeGeoJSON(_ store: VisitStore, _ console: Console) throws {
        var writer = FacilityGeoJSONWriter()
        var bytes: [UInt8] = []
        writer.writeHeader(into: &bytes)
        try store.eachFacility { stored in
            writer.write(stored.facility, into: &bytes)
            try Self.write(&bytes, console)
        }
        writer.writeFooter(into: &bytes)
        try console.output(bytes)
    }

    /// Writes the collected bytes once there are 64 KiB.
    private static func write(_ bytes: inout [UInt8], _ console: Console) throws {
        guard bytes.count >= 1 << 16 else { return }
        try console.output(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
