internal import Tables
internal import VisitModel
internal import VisitStore

/// The sentences on upgrades and restores.
enum UpgradeDisplay {
    static func sentence(_ upgrade: SchemaUpgrade) -> String {
        let versions = "upgraded the database from version \(upgrade.oldVersion) to \(upgrade.newVersion)"
        return upgrade.copy.map { "\(versions); as it was before, it is in \($0)" } ?? versions
    }

    static func lines(of trial: UpgradeTrial, _ path: String) -> [String] {
        let findings = trial.findings.map { "  \($0.rule): \($0.detail)" }
        guard !trial.migrations.isEmpty else {
            let version = "\(path) is of the newest version, \(trial.oldVersion)"
            return findings.isEmpty ? ["\(version), and intact"] : ["\(version), and damaged:"] + findings
        }
        var lines = ["\(path) is of version \(trial.oldVersion); an upgrade brings it to \(trial.newVersion)"]
        lines += trial.migrations.map { "  runs \($0)" }
        lines += findings.isEmpty ? ["  the upgraded copy is intact"] : findings
        lines.append(
            trial.changedMonths.isEmpty
                ? "  the counted visits of each month stay the same"
                : "  the counted visits of these months would change: \(trial.changedMonths.joined(separator: ", "))"
        )
        return lines
    }

    static func lines(of restoration: Restoration) -> [String] {
        var lines: [String] = []
        if !restoration.migrations.isEmpty {
            lines.append("upgraded by \(restoration.migrations.joined(separator: ", "))")
        }
        if let replaced = restoration.replaced { lines.append("the previous database is \(replaced)") }
        let ends = [
            ("the backup", restoration.backupEndsAt), ("the previous database", restoration.replacedEndsAt),
        ].compactMap { name, time in time.map { "\($0.iso8601) in \(name)" } }
        if !ends.isEmpty { lines.append("the newest fix is of \(ends.joined(separator: ", and of "))") }
        if let count = restoration.erasedAgain, count > 0 {
            lines.append("\(CountText.of(count, "member")) erased after the backup: erased again")
        }
        return lines
    }

    /// What an operator has to do after a restore.
    static func warnings(after restoration: Restoration) -> [String] {
        var warnings: [String] = []
        if restoration.erasedAgain == nil {
            warnings.append(
                "the previous database has no record of erasures that can be read: who was erased after the backup may be "
                    + "back; erase them again by the requests that you have"
            )
        }
        if !restoration.removedTokens.isEmpty {
            let ids = restoration.removedTokens.map(\.text).joined(separator: ", ")
            warnings.append(
                "access tokens that the previous database did not have are valid: \(ids); `footfall tokens remove ID` removes "
                    + "one that was removed after the backup"
            )
        }
        return warnings
    }
}
