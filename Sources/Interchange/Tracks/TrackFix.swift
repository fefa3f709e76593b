package import VisitModel

/// A fix from a file, with its identity and its line.
///
/// A million of these need no more identifiers than there are members: equal names share their storage.
package struct TrackFix: Hashable, Sendable {
    package var fix: Fix
    /// Where a record names only a member, the phone has the member's name, because a member without a named phone is
    /// assumed to have one.
    package var device: DeviceID
    /// The phone's member; `nil` where a record names only a phone, so that the caller looks up its member.
    package var member: MemberID?
    package var platform: Platform?
    /// The time at which a server received the fix, where the record contains it.
    package var receivedAt: Timestamp?
    /// The age of the fix when the phone's app received it, in milliseconds, where the record contains it.
    ///
    /// The Transistor SDK sends it as `age`. A large one is a fix from the system's cache. It excludes the time that
    /// the record then waited on the phone, so that it alone is no evidence of a wrong clock.
    package var ageMilliseconds: Int64?
    /// The line on which its record begins, from 1.
    package var line: Int

    package init(
        fix: Fix,
        device: DeviceID,
        member: MemberID? = nil,
        platform: Platform? = nil,
        receivedAt: Timestamp? = nil,
        ageMilliseconds: Int64? = nil,
        line: Int
    ) {
        self.fix = fix
        self.device = device
        self.member = member
        self.platform = platform
        self.receivedAt = receivedAt
        self.ageMilliseconds = ageMilliseconds
        self.line = line
    }
}
