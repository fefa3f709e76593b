/// The bytes of one field, in UTF-8, without its quotes.
///
/// It borrows the tokenizer's memory: it is valid only until the call that delivered it returns.
package struct DelimitedField {
    package let bytes: UnsafeBufferPointer<UInt8>

    /// The bytes have to outlive the field.
    package init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    package var isEmpty: Bool { bytes.isEmpty }

    /// The field without blanks, tabulators and line ends at both ends.
    ///
    /// No-break spaces are removed too, because web pages and spreadsheets leave them.
    package var trimmed: DelimitedField {
        var (start, end) = (0, bytes.count)
        while start < end {
            let length = Self.blankLength(bytes, from: start, to: end)
            if length == 0 { break }
            start += length
        }
        while start < end {
            if Self.isBlank(bytes[end - 1]) {
                end -= 1
            } else if end - start >= 2, bytes[end - 2] == 0xC2, bytes[end - 1] == 0xA0 {
                end -= 2
            } else {
                break
            }
        }
        return DelimitedField(bytes: UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Ignores ASCII case.
    package func equals(lowercase: StaticString) -> Bool {
        guard bytes.count == lowercase.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count {
            var byte = bytes[index]
            if (0x41...0x5A).contains(byte) { byte |= 0x20 }
            if byte != lowercase.utf8Start[index] { return false }
        }
        return true
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// The length of the blank character at an index, 0 where there is none.
    private static func blankLength(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
        if isBlank(bytes[start]) { return 1 }
        return end - start >= 2 && bytes[start] == 0xC2 && bytes[start + 1] == 0xA0 ? 2 : 0
    }
}

extension DelimitedField {
    /// Whether a trimmed field is empty or a placeholder for a missing value.
    ///
    /// The placeholders are `NA` and `N/A` of R and pandas, `NULL` of databases, `NaN`, `#N/A` of spreadsheets, and
    /// `NOT AVAILABLE`, -999 and -9999 of public registers.
    package var isMissing: Bool {
        guard let first = bytes.first else { return true }
        switch first {
        case 0x2D:  // -
            return equals(lowercase: "-999") || equals(lowercase: "-9999") || equals(lowercase: "-999.0")
        case 0x4E, 0x6E:  // N
            return equals(lowercase: "na") || equals(lowercase: "n/a") || equals(lowercase: "null")
                || equals(lowercase: "nan") || equals(lowercase: "not available")
        case 0x23:  // #
            return equals(lowercase: "#n/a")
        default: return false
        }
    }

    /// The field for a message: in backquotes, shortened, on one line.
    package var quoted: String {
        let shown = string.unicodeScalars.prefix(60).map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        return "`" + shown.joined() + (string.unicodeScalars.count > 60 ? "…`" : "`")
    }
}

extension DelimitedField {
    /// The field as a finite decimal number, rounded correctly; `nil` where it is anything else.
    ///
    /// Digits with an optional sign, fraction and exponent, and nothing around them; no `nan`, `inf` or hexadecimal.
    /// Numbers of up to 19 digits and 19 decimals, as in real files, are computed here; the standard library parses the
    /// others.
    package func double(decimalComma: Bool = false) -> Double? {
        let count = bytes.count
        var index = 0
        var isNegative = false
        if count > 0, bytes[0] == 0x2D || bytes[0] == 0x2B {
            isNegative = bytes[0] == 0x2D
            index = 1
        }
        var mantissa: UInt64 = 0
        var (digits, exponent) = (0, 0)
        var pointIndex = -1
        while index < count {
            let byte = bytes[index]
            let digit = byte &- 0x30
            if digit < 10 {
                // Leading zeros do not count as digits.
                if mantissa != 0 || digit != 0 { digits &+= 1 }
                mantissa = mantissa &* 10 &+ UInt64(digit)
                if pointIndex >= 0 { exponent &-= 1 }
            } else if pointIndex < 0, byte == 0x2E || (decimalComma && byte == 0x2C) {
                pointIndex = index
            } else {
                break
            }
            index &+= 1
        }
        // There must be a digit between the sign and here.
        let signLength = count > 0 && (bytes[0] == 0x2D || bytes[0] == 0x2B) ? 1 : 0
        guard index - signLength - (pointIndex >= 0 ? 1 : 0) > 0 else { return nil }
        if index < count {
            guard bytes[index] | 0x20 == 0x65,
                let power = DelimitedField(bytes: UnsafeBufferPointer(rebasing: bytes[(index + 1)...])).integer()
            else { return nil }
            exponent += min(max(power, -100_000), 100_000)
        }
        guard digits <= 19, let magnitude = DecimalFraction.value(mantissa, powerOfTen: exponent) else {
            return slowDouble(pointIndex: pointIndex)
        }
        return isNegative ? -magnitude : magnitude
    }

    /// The field as a whole number; `nil` where it is anything else or does not fit.
    package func integer() -> Int? {
        var index = 0
        var isNegative = false
        if let first = bytes.first, first == 0x2D || first == 0x2B {
            isNegative = first == 0x2D
            index = 1
        }
        guard index < bytes.count else { return nil }
        var value = 0
        while index < bytes.count {
            let digit = bytes[index] &- 0x30
            guard digit < 10 else { return nil }
            let (tenfold, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (next, overflowedToo) =
                isNegative
                ? tenfold.subtractingReportingOverflow(Int(digit))
                : tenfold.addingReportingOverflow(Int(digit))
            guard !overflowed, !overflowedToo else { return nil }
            value = next
            index += 1
        }
        return value
    }

    /// Parses a number that was already validated.
    private func slowDouble(pointIndex: Int) -> Double? {
        var text = Array(bytes)
        if pointIndex >= 0 { text[pointIndex] = 0x2E }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
    }
}

/// Correctly rounded quotients of whole numbers and powers of ten.
enum DecimalFraction {
    /// Powers of ten that are exact both as a `Double` and in 64 bits.
    private static func power(_ exponent: Int) -> UInt64 {
        var result: UInt64 = 1
        for _ in 0..<exponent { result &*= 10 }
        return result
    }

    /// The `Double` nearest to `mantissa` · 10^`powerOfTen`, ties to even; `nil` where the exponent is not in -19...0.
    ///
    /// Where both numbers are exact in a `Double` one division is enough (Clinger, "How to read floating point numbers
    /// accurately", PLDI 1990). Otherwise it is long division in 128 bits: the quotient has at least 62 bits, nine more
    /// than are kept. Its last bit is set where there is a remainder, so that the conversion rounds as if it saw all
    /// digits.
    static func value(_ mantissa: UInt64, powerOfTen: Int) -> Double? {
        guard powerOfTen <= 0, powerOfTen >= -19 else { return mantissa == 0 ? 0 : nil }
        let divisor = powers[-powerOfTen]
        if mantissa <= 1 << 53 { return Double(mantissa) / Double(divisor) }
        let (mantissaShift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = mantissa << UInt64(mantissaShift)
        let (quotient, remainder) = (divisor << UInt64(divisorShift))
            .dividingFullWidth((dividend >> 1, dividend << 63))
        let significand = Double(remainder == 0 ? quotient : quotient | 1)
        return Double(sign: .plus, exponent: divisorShift - mantissaShift - 63, significand: significand)
    }

    private static let powers: InlineArray<20, UInt64> = InlineArray { power($0) }
}
