internal import Foundation
internal import PhoneOS

/// What has to survive the app's process besides the store: whether places are watched at all.
struct StoredMonitoring: Codable, Hashable {
    /// Whether they are.
    var isActive: Bool
    /// What the system was asked to watch, which Android can't be asked for.
    var watched: [String]

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
