/// A position in a range of ASCII bytes that advances as they are read.
struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int
    private let end: Int

    /// Starts at the first byte that is not white space, and excludes the white space at the end.
    init(trimming bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
        self.bytes = bytes
        self.position = start
        self.end = end
    }

    @inline(__always)
    var isAtEnd: Bool { position == end }

    /// The next byte, or 0 at the end.
    @inline(__always)
    var next: UInt8 { position < end ? bytes[position] : 0 }

    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer<UInt8>(rebasing: bytes[position..<end]) }

    /// Whether the remaining bytes look like a decimal number: digits with at most a sign before and a point or an
    /// exponent after them.
    ///
    /// `2024-03-01` is none because of its hyphens, `20240301T06` because of its letter.
    @inline(__always)
    var looksLikeNumber: Bool {
        var index = position
        if bytes[index] == 0x2B || bytes[index] == 0x2D { index += 1 }
        let firstDigit = index
        while index < end, bytes[index] &- 0x30 < 10 { index += 1 }
        if index == end { return index > firstDigit }
        return index > firstDigit && (bytes[index] == 0x2E || bytes[index] | 0x20 == 0x65)
    }

    /// Moves past a byte if it is the next one.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard position < end, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Moves past an ASCII letter, small or capital, if it is the next byte.
    @inline(__always)
    mutating func skip(letter: UInt8) -> Bool {
        guard position < end, bytes[position] | 0x20 == letter else { return false }
        position += 1
        return true
    }

    /// Moves past exactly so many digits and returns their number, or stays and returns `nil`.
    @inline(__always)
    mutating func digits(_ count: Int) -> Int? {
        guard position + count <= end else { return nil }
        var value = 0
        for index in position..<(position + count) {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += count
        return value
    }

    /// Moves past the most common form `2024-03-01T06:09:38`, or stays and returns `nil`.
    @inline(__always)
    mutating func usualDateAndTime() -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)? {
        guard end - position >= 19 else { return nil }
        let start = position
        var largest: UInt8 = 0
        func digit(_ offset: Int) -> Int {
            let value = bytes[start &+ offset] &- 0x30
            largest = max(largest, value)
            return Int(value)
        }
        func two(_ offset: Int) -> Int { digit(offset) &* 10 &+ digit(offset &+ 1) }
        let separator = bytes[start &+ 10]
        guard bytes[start &+ 4] == 0x2D, bytes[start &+ 7] == 0x2D, separator == 0x54 || separator == 0x20,
            bytes[start &+ 13] == 0x3A, bytes[start &+ 16] == 0x3A
        else { return nil }
        let result = (two(0) &* 100 &+ two(2), two(5), two(8), two(11), two(14), two(17))
        guard largest < 10 else { return nil }
        position += 19
        return result
    }

    /// Moves past all digits that come next and returns their number, or `nil` when it does not fit.
    mutating func allDigits() -> Int64? {
        var value: Int64 = 0
        while position < end {
            let digit = bytes[position] &- 0x30
            guard digit < 10 else { break }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = product.addingReportingOverflow(Int64(digit))
            guard !tooLarge, !overflow else { return nil }
            value = sum
            position += 1
        }
        return value
    }

    /// Moves past the digits of a fraction and returns it in units of 10^-`places`, rounded, a half upwards.
    ///
    /// The result is 10^`places` when all digits are nines.
    @inline(__always)
    mutating func fraction(places: Int) -> Int64 {
        var value: Int64 = 0
        var taken = 0
        var roundsUp = false
        while position < end {
            let digit = bytes[position] &- 0x30
            guard digit < 10 else { break }
            if taken < places {
                value = value * 10 + Int64(digit)
            } else if taken == places {
                roundsUp = digit >= 5
            }
            taken += 1
            position += 1
        }
        while taken < places {
            value *= 10
            taken += 1
        }
        return roundsUp ? value + 1 : value
    }
}
