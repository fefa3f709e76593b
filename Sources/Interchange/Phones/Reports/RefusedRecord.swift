package import VisitModel

/// A record that can never be used, for quarantine: what was wrong and the record itself.
package struct RefusedRecord: Hashable, Sendable {
    /// What kind of thing is wrong, in snake case for programs, for instance `missing_time`.
    package var code: String
    /// The field to blame, what is wrong with it and what was expected.
    package var message: String
    /// Where the record stands in the request, from 0, every record counted.
    package var index: Int
    /// The record as it came: one JSON object, the query, or all that could not be read.
    package var bytes: [UInt8]
    /// The phone it came from, as far as that is known.
    package var device: DeviceID?
    /// Whose phone it is, as far as that is known.
    package var member: MemberID?

    /// Makes a refused record.
    ///
    /// - Parameters:
    ///   - code: what kind of thing is wrong, in snake case.
    ///   - message: the field, what is wrong and what was expected.
    ///   - index: where it stands in the request, from 0.
    ///   - bytes: the record as it came.
    ///   - device: the phone it came from, as far as known.
    ///   - member: whose phone it is, as far as known.
    package init(
        code: String,
        message: String,
        index: Int,
        bytes: [UInt8],
        device: DeviceID? = nil,
        member: MemberID? = nil
    ) {
        self.code = code
        self.message = message
        self.index = index
        self.bytes = bytes
        self.device = device
        self.member = member
    }
}
