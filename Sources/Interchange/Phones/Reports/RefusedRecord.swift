package import VisitModel

/// An unusable record for quarantine, with the reason and its original bytes.
package struct RefusedRecord: Hashable, Sendable {
    /// The kind of error, in snake case for programs, for instance `missing_time`.
    package var code: String
    /// The field at fault, its error and what was expected.
    package var message: String
    /// The record's index in the request, from 0, every record counted.
    package var index: Int
    /// The record as received: one JSON object, the query, or everything that could not be parsed.
    package var bytes: [UInt8]
    /// The phone that sent it, as far as known.
    package var device: DeviceID?
    /// The phone's member, as far as known.
    package var member: MemberID?

    /// Creates a refused record.
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
