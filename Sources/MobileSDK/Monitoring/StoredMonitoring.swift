internal import Foundation
internal import PhoneOS
internal import VisitModel

/// What has to survive the app's process besides the store: whether places are watched at all.
struct StoredMonitoring: Codable, Hashable {
    /// Whether they are.
    var isActive: Bool
    /// What the system was asked to watch, which Android can't be asked for.
    var watched: [String]
    /// The movement trigger that the system was asked to watch.
    var trigger: Trigger?
    /// What was told last of settings that keep the phone silent.
    var trouble: Trouble?

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

    private static let name = "footfall.monitoring"

    /// Reads what an earlier process kept; bytes that make no sense are as good as none.
    static func read(from phone: any PhoneOS) -> StoredMonitoring? {
        phone.stored(name).flatMap { try? JSONDecoder().decode(StoredMonitoring.self, from: Data($0)) }
    }

    /// Keeps it.
    func write(to phone: any PhoneOS) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        phone.store(Array(try encoder.encode(self)), as: Self.name)
    }
}
