internal import VisitModel

/// Reads the records of one app out of the JSON values that a body was cut into.
protocol PhoneElements: Sendable {
    /// How the app's JSON differs from the usual.
    var rules: PhoneRules { get }

    /// Reads one value.
    ///
    /// - Parameters:
    ///   - element: the value, well formed.
    ///   - range: where it stands in the bytes that the intake settles in.
    ///   - names: what texts are read with.
    ///   - phone: where the records go.
    mutating func read(
        _ element: UnsafeBufferPointer<UInt8>,
        at range: Range<Int>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Whether the value read last holds records that were not read yet, because there are many.
    var hasMore: Bool { get }

    /// Reads more records of the value read last.
    ///
    /// - Parameters:
    ///   - limit: how many at most.
    ///   - bytes: the bytes that the value stands in.
    ///   - names: what texts are read with.
    ///   - phone: where the records go.
    mutating func readMore(
        upTo limit: Int,
        in bytes: UnsafeBufferPointer<UInt8>,
        _ names: inout TrackIntake,
        _ phone: inout PhoneIntake
    )

    /// Reads what surrounded records.
    ///
    /// - Parameters:
    ///   - envelope: an object, without the records.
    ///   - names: what texts are read with.
    /// - Returns: a draft in which only what surrounds means something.
    mutating func readEnvelope(_ envelope: UnsafeBufferPointer<UInt8>, _ names: inout TrackIntake) -> FixDraft

    /// Reads the records that an envelope holds beside its array, once those of the array are settled.
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
