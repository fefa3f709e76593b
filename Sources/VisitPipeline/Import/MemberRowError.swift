internal import Interchange
internal import SQLiteStorage
internal import VisitModel
internal import VisitStore

/// An error of a valid member row that only the database can detect.
struct MemberRowError {
    enum Reason {
        case unknownFacility(FacilityID)
        /// With the store's message.
        case deviceOfAnotherMember(String)
    }

    let line: Int
    let reason: Reason

    func diagnostic(_ columns: MemberColumns?, _ file: String) -> Diagnostic {
        switch reason {
        case .unknownFacility(let facility):
            Diagnostic(
                .error,
                code: "unknown_facility",
                file: file,
                line: line,
                column: columns?.header(.facilityID),
                message: "there is no facility `\(facility)`, expected the id of an imported one"
            )
        case .deviceOfAnotherMember(let message):
            Diagnostic(
                .error,
                code: "device_of_another_member",
                file: file,
                line: line,
                column: columns?.header(.deviceID),
                message: message
            )
        }
    }
}

extension MemberImporter {
    /// Imports one row; returns the error that the database detected, `nil` where the whole row was imported.
    mutating func importRow(_ row: Interchange.MemberRow) throws -> MemberRowError? {
        var facility: FacilityID?
        if case .facility(let id) = row.access { facility = id }
        let outcome: MemberListOutcome
        do {
            outcome = try add(
                .init(
                    member: row.member,
                    facility: facility,
                    device: row.device,
                    platform: row.platform,
                    timeZone: row.timeZone
                ),
                hasList: row.access == .emptyList
            )
        } catch let error as StorageError where error.code == .conflict {
            return MemberRowError(line: row.line, reason: .deviceOfAnotherMember(error.message))
        }
        guard outcome == .unknownFacility, let facility else { return nil }
        return MemberRowError(line: row.line, reason: .unknownFacility(facility))
    }
}
