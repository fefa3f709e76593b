internal import Interchange
internal import VisitModel

/// The errors of the rows of a member file that only the database can detect.
struct MemberRowErrors {
    private(set) var count = 0
    private var entries: [MemberRowError] = []
    /// The number of those that are counted only, by code.
    private var omitted: [String: Int] = [:]

    /// As many as a file's other diagnostics, so that a million bad rows do not fill the memory.
    private static let limit = DiagnosticLog.standardLimit

    mutating func append(_ error: MemberRowError) {
        count += 1
        if entries.count < Self.limit { entries.append(error) } else { omitted[error.code, default: 0] += 1 }
    }

    func append(to log: inout DiagnosticLog, _ columns: MemberColumns?, _ file: String) {
        for entry in entries { log.append(entry.diagnostic(columns, file)) }
        for (code, number) in omitted { log.count(.error, code: code, number) }
    }
}

/// An error of a valid member row that only the database can detect.
struct MemberRowError {
    enum Reason {
        case unknownFacility(FacilityID)
        /// With the store's message.
        case deviceOfAnotherMember(String)
    }

    let line: Int
    let reason: Reason

    var code: String {
        switch reason {
        case .unknownFacility: "unknown_facility"
        case .deviceOfAnotherMember: "device_of_another_member"
        }
    }

    func diagnostic(_ columns: MemberColumns?, _ file: String) -> Diagnostic {
        switch reason {
        case .unknownFacility(let facility):
            Diagnostic(
                .error,
                code: code,
                file: file,
                line: line,
                column: columns?.header(.facilityID),
                message: "there is no facility `\(facility)`, expected the id of an imported one"
            )
        case .deviceOfAnotherMember(let message):
            Diagnostic(
                .error,
                code: code,
                file: file,
                line: line,
                column: columns?.header(.deviceID),
                message: message
            )
        }
    }
}
