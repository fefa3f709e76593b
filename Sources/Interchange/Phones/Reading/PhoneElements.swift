internal import VisitModel

/// Parses the records of one app from the JSON values of a body.
protocol PhoneElements: Sendable {
    /// The differences of the app's JSON from the usual.
    var rules: PhoneRules { get }

    /// Parses one value.
    ///
    /// - Parameters:
    ///   - element: the value, well formed.
    ///   - range: its range in the bytes with which the intake settles.
    ///   - names: the parser state.
    ///   - phone: the receiver of the records.
    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Whether the last value contains records that were not parsed yet, because there are many.
    var hasMore: Bool { get }

    /// Parses more records of the last value.
    ///
    /// - Parameters:
    ///   - limit: the largest number of records.
    ///   - bytes: the bytes that contain the value.
    ///   - names: the parser state.
    ///   - phone: the receiver of the records.
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
