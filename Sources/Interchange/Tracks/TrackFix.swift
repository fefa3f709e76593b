package import VisitModel

/// One fix as a file or a phone gave it: what was read, whose it is, and where it stood.
///
/// A million of these need no more identifiers than there are members: equal names share their storage.
package struct TrackFix: Hashable, Sendable {
    /// The reading.
    package var fix: Fix
    /// The phone it came from.
    ///
    /// Where a record names only a member, the phone has the member's name, because a member
    /// without a named phone is taken to have one.
    package var device: DeviceID
    /// Whose phone it is; `nil` where a record names only a phone, so that the caller looks up its member.
    package var member: MemberID?
    /// The phone's operating system, where it is known.
    package var platform: Platform?
    /// When a server got the reading, where the record says.
    package var receivedAt: Timestamp?
    /// How old the reading was when the phone's app got it, in milliseconds, where the record says.
    ///
    /// The Transistor SDK sends it as `age`. A large one is a reading out of the system's cache. It does not say how
    /// long the record then waited on the phone, so it is no measure of a wrong clock by itself.
    package var ageMilliseconds: Int64?
    /// The line on which its record begins, from 1.
    package var line: Int

    /// Makes a fix with its origin.
    ///
    /// - Parameters:
    ///   - fix: the reading.
    ///   - device: the phone it came from.
    ///   - member: whose phone it is, where known.
    ///   - platform: the phone's operating system, where known.
    ///   - receivedAt: when a server got it, where known.
    ///   - ageMilliseconds: how old it was when the app got it, where known.
    ///   - line: the line on which its record begins, from 1.
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
