internal import Interchange
internal import VisitModel
internal import VisitStore

/// What the database has against a row of a member file that is good in itself.
struct MemberMisfit {
    /// What it is.
    enum Reason {
        /// No facility has the id.
        case unknownFacility(FacilityID)
        /// The phone is another member's; with the store's own words.
        case deviceOfAnotherMember(String)
    }

    let line: Int
    let reason: Reason

    /// The remark on it.
    ///
    /// - Parameters:
    ///   - columns: the file's columns.
    ///   - file: the file's name.
    /// - Returns: an error with the row's line and column.
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
    /// Takes one row of a member file.
    ///
    /// - Parameter row: the row.
    /// - Returns: what the database has against it; `nil` where it was taken whole.
    /// - Throws: `VisitStoreError`.
    mutating func take(_ row: Interchange.MemberRow) throws -> MemberMisfit? {
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
        } catch let error as VisitStoreError where error.code == .conflict {
            return MemberMisfit(line: row.line, reason: .deviceOfAnotherMember(error.message))
        }
        guard outcome == .unknownFacility, let facility else { return nil }
        return MemberMisfit(line: row.line, reason: .unknownFacility(facility))
    }
}
