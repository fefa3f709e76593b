import Foundation
import GeofenceEngine
import Testing
import VisitModel

/// Real data that lies beside the project and is not part of it.
enum SharedData {
    /// The folder, where there is one.
    static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"].map { URL(fileURLWithPath: $0) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let folder = named ?? root.appendingPathComponent("../shared/data").standardizedFileURL
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// The lines of a file.
    static func lines(_ path: String) throws -> [Substring] {
        let url = try #require(folder).appendingPathComponent(path)
        return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline)
    }

    /// The gyms of the United States in OpenStreetMap, as circles of 150 m.
    static func gyms() throws -> FenceCatalog {
        var fences: [Fence] = []
        for (row, line) in try lines("facilities/osm_us_gyms_tab.csv").dropFirst().enumerated() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let center = try Coordinate(
                latitude: try #require(Double(fields[2])),
                longitude: try #require(Double(fields[3]))
            )
            fences.append(
                Fence(
                    key: try #require(FenceKey(exactly: row)),
                    facility: try FacilityID(fields[0]),
                    geofence: .circle(center: center, radius: .standard)
                )
            )
        }
        return FenceCatalog(fences)
    }
}
