/// A validated identifier, typed by the kind of thing it identifies.
///
/// `Subject` only distinguishes the kinds: a `FacilityID` can't be passed as a `MemberID`. The text comes from the
/// customer's own systems, so it is kept as given, after white space at both ends is trimmed.
public struct Identifier<Subject>: Hashable, Sendable {
    /// The maximum length in UTF-8 bytes.
    ///
    /// Android refuses geofence request ids of more than 100 characters; this leaves room for the longest of those in
    /// any script.
    public static var maximumLength: Int { 400 }

    /// The text of the identifier.
    public let text: String

    /// Creates a validated identifier; throws code `identifier`.
    ///
    /// The text has 1 to `maximumLength` UTF-8 bytes after trimming, without control characters.
    public init(_ text: some StringProtocol) throws(ValidationError) {
        var bytes = Substring(text).utf8
        while let first = bytes.first, first == 0x20 || first == 0x09 { bytes = bytes.dropFirst() }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes = bytes.dropLast() }
        guard !bytes.isEmpty else {
            throw ValidationError(.identifier, "the identifier is empty, expected at least one character")
        }
        guard bytes.count <= Self.maximumLength else {
            throw ValidationError(
                .identifier,
                "the identifier has \(bytes.count) bytes, expected at most \(Self.maximumLength)"
            )
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw ValidationError(.identifier, "the identifier holds a control character")
        }
        self.text = String(Substring(bytes))
    }

    init(unchecked text: String) { self.text = text }

    /// Creates the identifier of an ASCII letter and the 13 characters of a digest, which is always valid.
    package init(_ letter: Unicode.Scalar, digest: UInt64) {
        self.init(unchecked: StableDigest.text(after: letter, of: digest))
    }

    /// The digest of an identifier that `init(_:digest:)` made with a letter; `nil` for any other.
    package func digest(after letter: Unicode.Scalar) -> UInt64? { StableDigest.value(after: letter, of: text) }
}

/// Identifiers are equal when their bytes are, as in the database. Texts that only look alike, for instance with an
/// accent encoded in two ways in Unicode, are different identifiers.
extension Identifier {
    /// Compares the bytes of the texts.
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> Bool {
        let isSame = lhs.text.utf8.withContiguousStorageIfAvailable { lhs in
            rhs.text.utf8.withContiguousStorageIfAvailable { rhs in
                lhs.count == rhs.count && UnsafeRawBufferPointer(lhs).isSame(as: UnsafeRawBufferPointer(rhs))
            }
        }
        return (isSame ?? nil) ?? lhs.text.utf8.elementsEqual(rhs.text.utf8)
    }

    /// Hashes the bytes of the text.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(UInt8(0xFF))
    }

    /// The identifier under Unicode canonical equivalence, equal for identifiers that only look alike.
    public var lookAlike: ConfusableName { ConfusableName(text: text) }

    /// An identifier compared under Unicode canonical equivalence.
    public struct ConfusableName: Hashable, Sendable {
        // Swift compares strings by canonical equivalence.
        fileprivate let text: String
    }
}

extension UnsafeRawBufferPointer {
    /// Whether two buffers of equal length have equal bytes.
    ///
    /// Eight at a time, because identifiers are compared for every fix.
    @inlinable
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        if baseAddress == other.baseAddress { return true }
        var index = 0
        while index + 8 <= count {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word == other.loadUnaligned(fromByteOffset: index, as: UInt64.self) else { return false }
            index += 8
        }
        while index < count {
            guard self[index] == other[index] else { return false }
            index += 1
        }
        return true
    }
}

extension Identifier: Comparable {
    /// Orders by the bytes of the text, independent of machine and locale.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
    }
}

extension Identifier: CustomStringConvertible {
    /// The text of the identifier.
    public var description: String { text }
}

/// The identifier of a facility and of its geofence.
public typealias FacilityID = Identifier<Facility>
/// The identifier of a member.
public typealias MemberID = Identifier<Member>
/// The identifier of a member's phone.
public typealias DeviceID = Identifier<Device>
/// The identifier of a visit, shared by its Entered, Dwell and Exited events.
public typealias VisitID = Identifier<Visit>
/// The identifier of an event.
public typealias EventID = Identifier<GeofenceEvent>

extension EventID {
    /// Creates the identifier of the event with this digest: `e` and 13 letters and digits.
    package init(digest: UInt64) { self.init("e", digest: digest) }

    /// The digest of an identifier that `init(digest:)` made; `nil` for any other.
    package var digest: UInt64? { digest(after: "e") }
}
