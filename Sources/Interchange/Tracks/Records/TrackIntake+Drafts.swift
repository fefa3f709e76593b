internal import VisitModel

/// Whose a record is, as far as something beside the record says.
struct TrackOrigin {
    var member: MemberID?
    /// The phone that the member has where nothing names another.
    var memberDevice: DeviceID?
    var device: DeviceID?
    var platform: Platform?
}

extension FixDraft {
    /// Whose the record is, as far as it says.
    var origin: TrackOrigin {
        TrackOrigin(member: member, memberDevice: memberDevice, device: device, platform: platform)
    }
}

/// A well-formed fix that may still lack a name, because what names it may stand behind it in the document.
struct UnnamedFix {
    let fix: Fix
    let origin: TrackOrigin
    let receivedAt: Timestamp?
    let ageMilliseconds: Int64?
    let line: Int
}

extension TrackIntake {
    /// Makes a fix of a record that was read to its end, or notes why there is none.
    ///
    /// - Parameters:
    ///   - draft: what the record said.
    ///   - line: the line it begins on.
    ///   - flags: more flags than the record itself gives.
    ///   - column: what the document calls a field.
    /// - Returns: the fix, or `nil` when the record was rejected.
    @inline(__always)
    mutating func fix(
        _ draft: FixDraft,
        line: Int,
        flags: Fix.Flags = [],
        column: (TrackField) -> String = \.name
    ) -> UnnamedFix? {
        guard let fix = draft.fix(flags: flags) else {
            let problem = draft.problem
            reject(problem.code, line: line, column: problem.field.map(column), problem.message)
            return nil
        }
        if case .unreadable(let field, let text) = draft.doubt {
            remark(
                .warning,
                "unreadable_value",
                line: line,
                column: column(field),
                "`\(text)` can't be read; the record was taken without it"
            )
        }
        return UnnamedFix(
            fix: fix,
            origin: draft.origin,
            receivedAt: draft.receivedAt,
            ageMilliseconds: draft.ageMilliseconds,
            line: line
        )
    }

    /// Hands a fix over, under the names of its record, else of what surrounds the record, else of the defaults.
    ///
    /// - Parameters:
    ///   - unnamed: the fix.
    ///   - surroundings: whose the records of this part of the document are.
    ///   - batch: where the fix goes.
    @inline(__always)
    mutating func accept(
        _ unnamed: UnnamedFix,
        surroundings: TrackOrigin = TrackOrigin(),
        into batch: inout [TrackFix]
    ) {
        let origin = unnamed.origin
        let named = origin.device ?? surroundings.device ?? defaultOrigin.device
        let ofMember = origin.memberDevice ?? surroundings.memberDevice ?? defaultOrigin.memberDevice
        guard let device = named ?? ofMember else {
            reject("missing_member", line: unnamed.line, Self.missingMember)
            return
        }
        counts.fixes += 1
        batch.append(
            TrackFix(
                fix: unnamed.fix,
                device: device,
                member: origin.member ?? surroundings.member ?? defaultOrigin.member,
                platform: origin.platform ?? surroundings.platform ?? defaultOrigin.platform,
                receivedAt: unnamed.receivedAt,
                ageMilliseconds: unnamed.ageMilliseconds,
                line: unnamed.line
            )
        )
    }

    /// What to do about records that nothing names.
    static let missingMember = "nothing says whose this is; name the member with --member or the phone with --device"
}
