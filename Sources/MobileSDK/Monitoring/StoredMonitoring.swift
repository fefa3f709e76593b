internal import Foundation
internal import PhoneOS
internal import VisitModel

/// What has to survive the app's process besides the store: whether places are watched at all.
///
/// Two values: what is watched changes often and is a line a region; the rest hardly ever does.
struct StoredMonitoring: Hashable {
    /// What the system was asked to watch, which Android can't be asked for.
    var watched: [Region]
    /// All else.
    var settings: Settings

    /// A region that is watched.
    struct Region: Hashable {
        /// Its name.
        let id: RegionID
        /// What was asked for, as a digest; `nil` where that is not known.
        let shape: String?

        init(_ id: RegionID, shape: String?) {
            (self.id, self.shape) = (id, shape)
        }

        /// Reads a line; `nil` for one that names no region.
        init?(line: Substring) {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard let id = parts.first.flatMap({ try? RegionID(String($0)) }) else { return nil }
            self.init(id, shape: parts.count > 1 ? String(parts[1]) : nil)
        }

        /// The line that is kept.
        var line: String { [id.text, shape].compactMap(\.self).joined(separator: "\t") }
    }

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
        let lines = phone.stored(watchedName).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return StoredMonitoring(watched: lines.split(separator: "\n").compactMap(Region.init), settings: settings)
    }

    /// Keeps it.
    ///
    /// - Parameters:
    ///   - phone: where.
    ///   - kept: what is kept already; `nil` where that is not known.
    /// - Throws: what the encoder throws; nothing in the settings can make it.
    func write(to phone: any PhoneOS, over kept: StoredMonitoring?) throws {
        if watched != kept?.watched {
            phone.store(Array(watched.map(\.line).joined(separator: "\n").utf8), as: Self.watchedName)
        }
        guard settings != kept?.settings else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        phone.store(Array(try encoder.encode(settings)), as: Self.settingsName)
    }
}
