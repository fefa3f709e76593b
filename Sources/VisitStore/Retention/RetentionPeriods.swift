internal import SQLiteStorage
internal import VisitModel

extension SettingName {
    /// The retention period of fixes sent by phones: a whole number of days, or `forever`.
    package static let retentionDays = SettingName("retention_days")
    /// In the form of `retentionDays`.
    package static let replayedRetentionDays = SettingName("replayed_retention_days")
    /// The retention period of the fixes of visits, in the form of `retentionDays`.
    package static let evidenceRetentionDays = SettingName("evidence_retention_days")
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
            evidenceDays: try days(.evidenceRetentionDays, standard: RetentionPeriods.standard.evidenceDays)
        )
    }

    /// Sets the retention period of raw fixes, 1 to 36500 days or `nil` for no limit; `FixRepository.remove` applies
    /// it.
    ///
    /// Throws `StorageError` with code `invalidRequest` for any other number.
    package func setRetentionDays(_ days: Int?, of origin: FixOrigin = .live) throws {
        if let days, !(1...36_500).contains(days) {
            throw StorageError(
                .invalidRequest,
                "fixes can't be kept for \(days) days; choose 1 to 36500, or keep them forever"
            )
        }
        let name: SettingName =
            switch origin {
            case .live: .retentionDays
            case .replayed: .replayedRetentionDays
            case .evidence: .evidenceRetentionDays
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

/// The retention periods of raw fixes, counted from when they were stored; `nil` for no limit.
package struct RetentionPeriods: Hashable, Sendable {
    /// Fixes sent by phones.
    package var liveDays: Int?
    /// Fixes read from files.
    package var replayedDays: Int?
    /// Fixes from 15 minutes before the entry of a visit to 15 minutes after its exit.
    package var evidenceDays: Int?

    /// 30 days, no limit, and 396 days (13 months).
    package static let standard = RetentionPeriods(liveDays: 30, replayedDays: nil, evidenceDays: 396)

    /// `nil` for no limit.
    package func days(_ origin: FixOrigin) -> Int? {
        switch origin {
        case .live: liveDays
        case .replayed: replayedDays
        case .evidence: evidenceDays
        }
    }
}
