internal import VisitModel

/// The identifiers of members and phones seen so far, so that a repeated one allocates no string.
struct IdentityTable {
    struct Identity {
        let member: MemberID
        let device: DeviceID
    }

    /// The number of texts after which the table is emptied, so that memory is bounded for files of ever new names.
    static let capacity = 1 << 16

    private var identities: [Identity] = []
    private var hashes: [UInt64] = []
    /// The concatenated texts; text `i` ends at `ends[i]`.
    private var texts: [UInt8] = []
    private var ends: [Int] = []
    /// Open addressing: the index of an identity plus 1, or 0.
    private var slots: [Int32] = Array(repeating: 0, count: 256)
    /// The identities found last; rows of one member tend to be adjacent.
    private var recent = (0, 0)

    /// The identifiers of a text, which share their storage with every earlier use of it.
    mutating func identity(of text: UnsafeBufferPointer<UInt8>) throws(ValidationError) -> Identity {
        if matches(recent.0, text) { return identities[recent.0] }
        if matches(recent.1, text) {
            recent = (recent.1, recent.0)
            return identities[recent.0]
        }
        let hash = Self.hash(text)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if hashes[number] == hash, matches(number, text) {
                recent = (number, recent.0)
                return identities[number]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        let string = String(decoding: text, as: UTF8.self)
        let identity = Identity(member: try MemberID(string), device: try DeviceID(string))
        insert(identity, text: text, hash: hash)
        return identity
    }

    private mutating func insert(_ identity: Identity, text: UnsafeBufferPointer<UInt8>, hash: UInt64) {
        if identities.count == Self.capacity { self = IdentityTable() }
        identities.append(identity)
        hashes.append(hash)
        texts.append(contentsOf: text)
        ends.append(texts.count)
        recent = (identities.count - 1, recent.0)
        if identities.count * 2 > slots.count {
            slots = Array(repeating: 0, count: slots.count * 2)
            for number in identities.indices { place(number) }
        } else {
            place(identities.count - 1)
        }
    }

    private mutating func place(_ number: Int) {
        var slot = Int(truncatingIfNeeded: hashes[number]) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(number + 1)
    }

    @inline(__always)
    private func matches(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard number < ends.count else { return false }
        let start = number == 0 ? 0 : ends[number - 1]
        guard ends[number] - start == text.count else { return false }
        return texts.withUnsafeBufferPointer { known in
            // From the end, because the names of one network mostly begin alike.
            for index in (0..<text.count).reversed() where known[start + index] != text[index] { return false }
            return true
        }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var digest = StableDigest()
        digest.combine(bytes: text)
        return digest.value
    }
}
