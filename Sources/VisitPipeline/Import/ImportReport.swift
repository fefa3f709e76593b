public import Interchange
public import VisitStore

/// What an import of a file found and did.
public struct ImportReport: Sendable {
    /// How an import ended.
    public enum Outcome: Hashable, Sendable {
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
    public enum Changes: Hashable, Sendable {
        /// Of an import of facilities, and of the lists that came with them.
        case facilities(FacilityImportSummary)
        /// Of an import of members.
        case members(MemberImportSummary)
    }

    /// The file's name, as the user gave it.
    public let file: String
    /// How it ended.
    public let outcome: Outcome
    /// How many records the file has below its header.
    public let records: Int
    /// How many of them could be used.
    public let usable: Int
    /// What was written, or would have been.
    public let changes: Changes
    /// The encoding; `nil` where it was not found out.
    public let encoding: TextEncoding?
    /// How fields and records are separated; `nil` where it was not found out.
    public let dialect: Dialect?
    /// Which column holds what, in the order of the fields.
    public let mapping: [Column]
    /// The headers of the columns that hold nothing that is imported, in the order of the file.
    public let ignoredColumns: [String]
    /// The remarks on the file.
    public let diagnostics: DiagnosticLog

    /// A column and what is in it.
    public struct Column: Hashable, Sendable {
        /// The field's name, for instance `facility_id`.
        public let field: String
        /// The column's header, as in the file.
        public let header: String

        /// Makes a pair.
        ///
        /// - Parameters:
        ///   - field: the field's name.
        ///   - header: the column's header.
        public init(field: String, header: String) {
            self.field = field
            self.header = header
        }
    }
}

extension ImportReport {
    /// How many records could not be used.
    public var rejected: Int { records - usable }

    /// How many remarks there are by code, of those that made a row unusable.
    public var rejectedByCode: [String: Int] {
        let codes = Set(diagnostics.entries.lazy.filter { $0.severity == .error }.map(\.code))
        return diagnostics.countsByCode.filter { codes.contains($0.key) }
    }

    /// Everything as one document for programs.
    public var document: DiagnosticReport {
        DiagnosticReport(
            file: file,
            counts: counts,
            mapping: Dictionary(mapping.map { ($0.field, $0.header) }) { first, _ in first },
            ignoredColumns: ignoredColumns,
            diagnostics: diagnostics
        )
    }

    /// Every number, by its name for programs.
    public var counts: [String: Int] {
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
