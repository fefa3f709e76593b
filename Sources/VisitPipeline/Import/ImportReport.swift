package import Interchange
package import VisitStore

package struct ImportReport: Sendable {
    package enum Outcome: Hashable, Sendable {
        /// The valid rows are in the database.
        case imported
        /// The valid rows would have been written; the import was a dry run.
        case dryRun
        /// No row was valid, so nothing was written.
        case nothingUsable
        /// A row was invalid and the import strict, so nothing was written.
        case refused
    }

    package enum Changes: Hashable, Sendable {
        /// Includes the members' lists of the file.
        case facilities(FacilityImportSummary)
        case members(MemberImportSummary)
    }

    /// As the user gave it.
    package let file: String
    package let outcome: Outcome
    /// The number of records below the header.
    package let records: Int
    /// The number of valid records.
    package let usable: Int
    /// The changes that were written, or would have been.
    package let changes: Changes
    /// The fields that facilities kept as stored, because the file has no column or no value for them.
    package let kept: [Kept]
    /// `nil` where it could not be detected.
    package let encoding: TextEncoding?
    /// The separators of fields and records; `nil` where they could not be detected, and for GeoJSON.
    package let dialect: Dialect?
    /// Whether the file is a GeoJSON list instead of delimited text.
    package let isGeoJSON: Bool
    /// The columns in use, in the order of the fields.
    package let mapping: [Column]
    /// The headers of the unused columns, in the order of the file.
    package let ignoredColumns: [String]
    package let diagnostics: DiagnosticLog

    /// A field that a number of facilities kept.
    package struct Kept: Hashable, Sendable {
        /// The field's name, for instance `dwell_seconds`.
        package let field: String
        package let count: Int

        package init(field: String, count: Int) {
            self.field = field
            self.count = count
        }
    }

    package struct Column: Hashable, Sendable {
        /// The field's name, for instance `facility_id`.
        package let field: String
        /// As in the file.
        package let header: String

        package init(field: String, header: String) {
            self.field = field
            self.header = header
        }
    }
}

extension ImportReport {
    package var rejected: Int { records - usable }

    /// The number of errors by code; warnings are not counted.
    package var rejectedByCode: [String: Int] {
        let codes = Set(diagnostics.entries.lazy.filter { $0.severity == .error }.map(\.code))
        return diagnostics.countsByCode.filter { codes.contains($0.key) }
    }

    /// The report as one document for programs.
    package var document: DiagnosticReport {
        DiagnosticReport(
            file: file,
            counts: counts,
            kept: keptCounts,
            mapping: Dictionary(mapping.map { ($0.field, $0.header) }) { first, _ in first },
            ignoredColumns: ignoredColumns,
            diagnostics: diagnostics
        )
    }

    /// The numbers of facilities that kept a field, by its name.
    package var keptCounts: [String: Int] {
        Dictionary(kept.map { ($0.field, $0.count) }) { first, _ in first }
    }

    /// The counts by their names for programs.
    package var counts: [String: Int] {
        var counts = ["records": records, "usable": usable, "rejected": rejected]
        switch changes {
        case .facilities(let summary):
            counts["added"] = summary.added
            counts["updated"] = summary.updated
            counts["unchanged"] = summary.unchanged
            counts["retired"] = summary.retired
            counts.merge(summary.members.counts) { first, _ in first }
        case .members(let summary): counts.merge(summary.counts) { first, _ in first }
        }
        return counts
    }
}

extension MemberImportSummary {
    fileprivate var counts: [String: Int] {
        [
            "members_added": membersAdded, "members_updated": membersUpdated,
            "list_entries_added": facilitiesAdded, "list_entries_unchanged": facilitiesUnchanged,
            "list_entries_removed": facilitiesRemoved, "list_entries_unknown": facilitiesUnknown,
            "devices_added": devicesAdded, "devices_updated": devicesUpdated, "devices_unchanged": devicesUnchanged,
        ]
    }
}
