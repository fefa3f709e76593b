internal import VisitModel

/// Parses the records of one app from the JSON values of a body.
protocol PhoneElements: Sendable {
    var rules: PhoneRules { get }

    /// Parses one well-formed value; `range` is its range in the bytes passed to `assignPending`.
    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Whether the last value contains records that were not parsed yet, because there are many.
    var hasMore: Bool { get }

    /// Parses up to `limit` more records of the last value, which lies in `bytes`.
    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Parses the properties around records.
    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft

    /// Parses the records that an envelope contains beside its array, once those of the array are read.
    mutating func readRest(
        of envelope: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )
}

extension PhoneElements {
    var hasMore: Bool { false }

    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {}

    mutating func readRest(
        of envelope: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    ) {}
}
