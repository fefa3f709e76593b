internal import SQLiteStorage
internal import VisitModel

extension SettingName {
    /// The retention period of fixes sent by phones: a whole number of days, or `forever`.
    package static let retentionDays = SettingName("retention_days")
    /// In the form of `retentionDays`.
    package static let replayedRetentionDays = SettingName("replayed_retention_days")
    /// The retention period of the fixes of visits, in the form of `retentionDays`.
    package static let evidenceRetentionDays = SettingName("evidence_retention_days")
    /// The retention period of the access record, in the form of `retentionDays`.
    package static let accessRetentionDays = SettingName("access_retention_days")
}

extension SettingRepository {
    /// For fixes sent by phones, at least 1; `nil` for no limit.
    package func retentionDays() throws -> Int? {
        try days(.retentionDays, standard: RetentionPeriods.standard.liveDays)
    }

    package func retentionPeriods() throws -> RetentionPeriods {
        RetentionPeriods(
            liveDays: try retentionDays(),
            replayedDays: try days(.replayedRetentionDays, standard: RetentionPeriods.standard.replayedDays),
            evidenceDays: try days(.evidenceRetentionDays, standard: RetentionPeriods.standard.evidenceDays),
            accessDays: try days(.accessRetentionDays, standard: RetentionPeriods.standard.accessDays)
        )
    }

    /// Sets the retention period of raw fixes, 1 to 36500 days or `nil` for no limit; `FixRepository.remove` applies
    /// it.
    ///
    /// Throws `StorageError` with code `invalidRequest` for any other number.
    package func setRetentionDays(_ days: Int?, of origin: FixOrigin = .live) throws {
        let name: SettingName =
            switch origin {
            case .live: .retentionDays
            case .replayed: .replayedRetentionDays
            case .evidence: .evidenceRetentionDays
            }
        try set(name, days, of: "fixes")
    }

    /// Sets the retention period of the access record, 1 to 36500 days or `nil` for no limit;
    /// `AccessRecordRepository.remove` applies it.
    ///
    /// Throws `StorageError` with code `invalidRequest` for any other number.
    package func setAccessRetentionDays(_ days: Int?) throws {
        try set(.accessRetentionDays, days, of: "the rows of the access record")
    }

    private func set(_ name: SettingName, _ days: Int?, of what: String) throws {
        if let days, !(1...36_500).contains(days) {
            throw StorageError(
                .invalidRequest,
                "\(what) can't be kept for \(days) days; choose 1 to 36500, or keep them forever"
            )
        }
        try set(name, to: days.map(String.init) ?? "forever")
    }

    private func days(_ name: SettingName, standard: Int?) throws -> Int? {
        guard let text = try value(name) else { return standard }
        if text == "forever" { return nil }
        guard let days = Int(text), days > 0 else {
            throw StorageError.damaged("the setting \(name.text) `\(text)`")
        }
        return days
    }
}

/// The origin of the raw fixes of an hour, which determines how long they are kept.
///
/// An hour with both live and replayed fixes is live.
package enum FixOrigin: String, Hashable, Sendable, CaseIterable {
    case live
    /// Read from files.
    case replayed
    /// The fixes of visits, kept after the hour's retention period ended; they are displayed and never evaluated again.
    case evidence
}

/// The retention periods of raw fixes, counted from when they were stored, and of the access record; `nil` for no
/// limit.
package struct RetentionPeriods: Hashable, Sendable {
    /// Fixes sent by phones.
    package var liveDays: Int?
    /// Fixes read from files.
    package var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    package var evidenceDays: Int?
    /// The rows of the access record, counted from the last access of each.
    package var accessDays: Int?

    /// 30 days, no limit, 396 days (13 months), and 365 days.
    package static let standard = RetentionPeriods(
        liveDays: 30,
        replayedDays: nil,
        evidenceDays: 396,
        accessDays: 365
    )

    /// `nil` for no limit.
    package func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}
