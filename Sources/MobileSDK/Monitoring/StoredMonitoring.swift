internal import Foundation
internal import PhoneOS
internal import VisitModel

/// What has to survive the app's process besides the store: whether places are watched at all.
///
/// Two values: what is watched changes often and is a line a region; the rest hardly ever does.
struct StoredMonitoring: Hashable {
    /// What the system was asked to watch, which Android can't be asked for.
    var watched: Set<RegionID>
    /// The shapes that it was asked to watch, as digests, as far as known.
    var shapes: [RegionID: UInt64]
    /// All else.
    var settings: Settings

    /// What hardly ever changes.
    struct Settings: Codable, Hashable {
        /// Whether places are watched.
        var isActive: Bool
        /// Whether the system was found to have fewer slots than the platform's limit.
        var lacksSlots: Bool?
        /// The movement trigger that the system was asked to watch.
        var trigger: Trigger?
        /// What was told last of settings that keep the phone silent.
        var trouble: Trouble?
    }
    /// A trouble that was told.
    struct Trouble: Codable, Hashable {
        var code: String
        var message: String

        init(_ error: PhoneError) {
            (code, message) = (error.code.rawValue, error.message)
        }

        /// The error; `nil` for one that this version does not know, which is told anew.
        var error: PhoneError? { PhoneError.Code(rawValue: code).map { PhoneError($0, message) } }
    }

    /// A movement trigger's circle.
    struct Trigger: Codable, Hashable {
        var latitude: Double
        var longitude: Double
        var radiusMeters: Double

        init(_ circle: MovementTrigger.Circle) {
            (latitude, longitude) = (circle.center.latitude, circle.center.longitude)
            radiusMeters = circle.radiusMeters
        }

        /// The circle; `nil` where the numbers are none of a place.
        var circle: MovementTrigger.Circle? {
            guard let center = try? Coordinate(latitude: latitude, longitude: longitude), radiusMeters > 0 else {
                return nil
            }
            return MovementTrigger.Circle(center: center, radiusMeters: radiusMeters)
        }
    }

    private static let settingsName = "footfall.monitoring"
    private static let watchedName = "footfall.watched"

    /// Reads what an earlier process kept; bytes that make no sense are as good as none.
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

    /// A line for each region that is watched: its name and, where it is known, its shape.
    ///
    /// Written with every few steps of the member, so put together without texts in between.
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

    /// Keeps it.
    ///
    /// - Parameters:
    ///   - phone: where.
    ///   - kept: what is kept already; `nil` where that is not known.
    /// - Throws: what the encoder throws; nothing in the settings can make it.
    func write(to phone: any PhoneOS, over kept: StoredMonitoring?) throws {
        if watched != kept?.watched || shapes != kept?.shapes {
            phone.store(lines, as: Self.watchedName)
        }
        guard settings != kept?.settings else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        phone.store(Array(try encoder.encode(settings)), as: Self.settingsName)
    }
}
