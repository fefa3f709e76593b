internal import GRDB
internal import SQLiteStorage
internal import VisitModel

extension SettingName {
    /// The seconds without a change after which the messages of a visit's collected changes are made.
    package static let correctionQuietSeconds = SettingName("correction_quiet_seconds")
    /// The seconds after the first collected change by which its messages are made in any case.
    package static let correctionDelaySeconds = SettingName("correction_delay_seconds")
}

/// How long the changes of a visit are collected before messages are made of them.
package struct CollectionPeriods: Hashable, Sendable {
    /// The time without a change, in seconds, 0...3600; with 0 nothing is collected.
    package let quietSeconds: Int
    /// The longest time from the first change, in seconds, 0...86,400.
    package let delaySeconds: Int

    /// A minute without a change, at most a quarter of an hour.
    package static let standard = CollectionPeriods(uncheckedQuietSeconds: 60, delaySeconds: 900)

    package static let quietRange = 0...3_600
    package static let delayRange = 0...86_400

    private init(uncheckedQuietSeconds quiet: Int, delaySeconds: Int) {
        (self.quietSeconds, self.delaySeconds) = (quiet, delaySeconds)
    }

    /// Throws `StorageError` with code `invalidRequest` for a number outside its range.
    package init(quietSeconds: Int, delaySeconds: Int) throws {
        guard Self.quietRange.contains(quietSeconds), Self.delayRange.contains(delaySeconds) else {
            throw StorageError(
                .invalidRequest,
                """
                corrections can't be collected for \(quietSeconds) s, at most \(delaySeconds) s; choose \
                \(Self.quietRange.lowerBound) to \(Self.quietRange.upperBound) s and \(Self.delayRange.lowerBound) to \
                \(Self.delayRange.upperBound) s
                """
            )
        }
        self.init(uncheckedQuietSeconds: quietSeconds, delaySeconds: delaySeconds)
    }

    /// Returns when messages are made of changes collected since a time, the last of them now; `nil` for at once.
    func dueAt(since start: Timestamp, changedAt now: Timestamp) -> Timestamp? {
        guard quietSeconds > 0, delaySeconds > 0 else { return nil }
        return min(now.advanced(bySeconds: Double(quietSeconds)), start.advanced(bySeconds: Double(delaySeconds)))
    }
}

extension SettingRepository {
    /// How long the changes of a visit are collected before messages are made of them.
    package func collectionPeriods() throws -> CollectionPeriods { try database.read(CollectionPeriods.read) }

    package func setCollectionPeriods(_ periods: CollectionPeriods) throws {
        try set(.correctionQuietSeconds, to: "\(periods.quietSeconds)")
        try set(.correctionDelaySeconds, to: "\(periods.delaySeconds)")
    }
}

extension CollectionPeriods {
    static func read(_ db: Database) throws -> CollectionPeriods {
        let find = try PreparedStatement(db, "SELECT value FROM setting WHERE name = ?")
        func seconds(_ name: SettingName, _ standard: Int) throws -> Int {
            find.bind(1, name.text)
            guard let text = try find.first({ $0.text(0) }) else { return standard }
            guard let seconds = Int(text) else { throw StorageError.damaged("the setting \(name.text) `\(text)`") }
            return seconds
        }
        let periods = CollectionPeriods.standard
        return try CollectionPeriods(
            quietSeconds: seconds(.correctionQuietSeconds, periods.quietSeconds),
            delaySeconds: seconds(.correctionDelaySeconds, periods.delaySeconds)
        )
    }
}
