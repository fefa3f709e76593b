extension DelimitedField {
    /// The field as a decimal number, rounded correctly; `nil` where it is anything else.
    ///
    /// Digits with an optional sign, fraction and exponent, and nothing around them; no `nan`, `inf` or hexadecimal.
    /// Numbers of up to 19 digits and 19 decimals, as in real files, are computed here; the standard library parses the
    /// others.
    ///
    /// - Parameter decimalComma: whether a comma may be the decimal separator.
    /// - Returns: a finite number, or `nil`.
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
