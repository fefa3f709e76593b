package import Interchange
package import VisitStore

/// What an import of a file found and did.
package struct ImportReport: Sendable {
    /// How an import ended.
    package enum Outcome: Hashable, Sendable {
        /// What could be used is in the database.
        case imported
        /// What could be used would have been written; nothing was.
        case tried
        /// No row could be used, so nothing was written.
        case nothingUsable
        /// A row was bad and the import strict, so nothing was written.
        case refused
    }

    /// What became of the database's facilities and members.
    package enum Changes: Hashable, Sendable {
        /// Of an import of facilities, and of the lists that came with them.
        case facilities(FacilityImportSummary)
        /// Of an import of members.
        case members(MemberImportSummary)
    }

    /// The file's name, as the user gave it.
    package let file: String
    /// How it ended.
    package let outcome: Outcome
    /// How many records the file has below its header.
    package let records: Int
    /// How many of them could be used.
    package let usable: Int
    /// What was written, or would have been.
    package let changes: Changes
    /// The encoding; `nil` where it was not found out.
    package let encoding: TextEncoding?
    /// How fields and records are separated; `nil` where it was not found out.
    package let dialect: Dialect?
    /// Which column holds what, in the order of the fields.
    package let mapping: [Column]
    /// The headers of the columns that hold nothing that is imported, in the order of the file.
    package let ignoredColumns: [String]
    /// The remarks on the file.
    package let diagnostics: DiagnosticLog

    /// A column and what is in it.
    package struct Column: Hashable, Sendable {
        /// The field's name, for instance `facility_id`.
        package let field: String
        /// The column's header, as in the file.
        package let header: String

        /// Makes a pair.
        ///
        /// - Parameters:
        ///   - field: the field's name.
        ///   - header: the column's header.
        package init(field: String, header: String) {
            self.field = field
            self.header = header
        }
    }
}

extension ImportReport {
    /// How many records could not be used.
    package var rejected: Int { records - usable }

    /// How many remarks there are by code, of those that made a row unusable.
    package var rejectedByCode: [String: Int] {
        let codes = Set(diagnostics.entries.lazy.filter { $0.severity == .error }.map(\.code))
        return diagnostics.countsByCode.filter { codes.contains($0.key) }
    }

    /// Everything as one document for programs.
    package var document: DiagnosticReport {
        DiagnosticReport(
            file: file,
            counts: counts,
            mapping: Dictionary(mapping.map { ($0.field, $0.header) }) { first, _ in first },
            ignoredColumns: ignoredColumns,
            diagnostics: diagnostics
        )
    }

    /// Every number, by its name for programs.
    package var counts: [String: Int] {
        var counts = ["records": records, "usable": usable, "rejected": rejected]
        switch changes {
        case .facilities(let summary):
            counts["added"] = summary.added
            counts["updated"] = summary.updated
            counts["unchanged"] = summary.unchanged
            counts["retired"] = summary.retired
            counts.merge(summary.members.counts) { first, _ in first }
        case .members(let summary):
            counts.merge(summary.counts) { first, _ in first }
        }
        return counts
    }
}

extension MemberImportSummary {
    /// The numbers by name.
    fileprivate var counts: [String: Int] {
        [
            "members_added": membersAdded, "members_updated": membersUpdated,
            "list_entries_added": facilitiesAdded, "list_entries_unchanged": facilitiesUnchanged,
            "list_entries_removed": facilitiesRemoved, "list_entries_unknown": facilitiesUnknown,
            "devices_added": devicesAdded, "devices_updated": devicesUpdated, "devices_unchanged": devicesUnchanged,
        ]
    }
}
