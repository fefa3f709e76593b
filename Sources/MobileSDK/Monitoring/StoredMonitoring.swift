internal import Foundation
internal import PhoneOS
internal import VisitModel

/// The state that must survive the app's process besides the store.
///
/// It is stored as two values: the monitored regions change often and take one line each; the settings hardly ever
/// change.
struct StoredMonitoring: Hashable {
    /// The regions that the system was requested to monitor, which Android cannot list.
    var watched: Set<RegionID>
    /// Digests of the requested shapes, as far as known.
    var shapes: [RegionID: UInt64]
    var settings: Settings

    struct Settings: Codable, Hashable {
        var isActive: Bool
        /// Whether the system was found to have fewer slots than the platform's limit.
        var lacksSlots: Bool?
        var trigger: Trigger?
        /// The last reported error about settings that prevent detection.
        var settingsError: ReportedError?
        /// The last reported numbers of facilities and of those that are monitored.
        var share: MonitoredShare?

        private enum CodingKeys: String, CodingKey {
            case isActive, lacksSlots, trigger, share
            case settingsError = "trouble"
        }
    }
    struct ReportedError: Codable, Hashable {
        var code: String
        var message: String

        init(_ error: PhoneError) { (code, message) = (error.code.rawValue, error.message) }

        /// `nil` for a code unknown to this version, so that it is reported again.
        var error: PhoneError? { PhoneError.Code(rawValue: code).map { PhoneError($0, message) } }
    }

    struct Trigger: Codable, Hashable {
        var latitude: Double
        var longitude: Double
        var radiusMeters: Double

        init(_ circle: MovementTrigger.Circle) {
            (latitude, longitude) = (circle.center.latitude, circle.center.longitude)
            radiusMeters = circle.radiusMeters
        }

        /// `nil` if the values are no valid coordinate or radius.
        var circle: MovementTrigger.Circle? {
            guard let center = try? Coordinate(latitude: latitude, longitude: longitude), radiusMeters > 0 else {
                return nil
            }
            return MovementTrigger.Circle(center: center, radiusMeters: radiusMeters)
        }
    }

    private static let settingsName = "footfall.monitoring"
    private static let watchedName = "footfall.watched"

    /// Invalid bytes are treated as none.
    static func read(from phone: any PhoneOS) -> StoredMonitoring? {
        let settings = phone.stored(settingsName).flatMap {
            try? JSONDecoder().decode(Settings.self, from: Data($0))
        }
        guard let settings else { return nil }
        var stored = StoredMonitoring(watched: [], shapes: [:], settings: settings)
        let lines = phone.stored(watchedName).map { String(decoding: $0, as: UTF8.self) } ?? ""
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard let id = parts.first.flatMap({ try? RegionID(String($0)) }) else { continue }
            stored.watched.insert(id)
            stored.shapes[id] = parts.count > 1 ? UInt64(parts[1], radix: 16) : nil
        }
        return stored
    }

    /// One line for each monitored region: its name and, if known, its shape; built without intermediate strings, since
    /// it is written every few steps of the member.
    private var lines: [UInt8] {
        var lines: [UInt8] = []
        for (text, shape) in watched.map({ (text: $0.text, shape: shapes[$0]) }).sorted(by: { $0.text < $1.text }) {
            if !lines.isEmpty { lines.append(UInt8(ascii: "\n")) }
            lines += text.utf8
            guard let shape else { continue }
            lines.append(UInt8(ascii: "\t"))
            lines += String(shape, radix: 16).utf8
        }
        return lines
    }

    /// `kept` is the state that is already stored, `nil` if unknown; no settings can cause an error of the encoder.
    func write(to phone: any PhoneOS, over kept: StoredMonitoring?) throws {
        if watched != kept?.watched || shapes != kept?.shapes { phone.store(lines, as: Self.watchedName) }
        guard settings != kept?.settings else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        phone.store(Array(try encoder.encode(settings)), as: Self.settingsName)
    }
}
