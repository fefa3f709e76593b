/// Correctly rounded quotients of whole numbers and powers of ten.
enum DecimalFraction {
    /// Powers of ten that are exact both as a `Double` and in 64 bits.
    private static func power(_ exponent: Int) -> UInt64 {
        var result: UInt64 = 1
        for _ in 0..<exponent { result &*= 10 }
        return result
    }

    /// The `Double` nearest to `mantissa` · 10^`powerOfTen`, ties to even.
    ///
    /// Where both numbers are exact in a `Double` one division is enough (Clinger, "How to read floating point numbers
    /// accurately", PLDI 1990). Otherwise it is long division in 128 bits: the quotient has at least 62 bits, nine more
    /// than are kept. Its last bit is set where there is a remainder, so that the conversion rounds as if it saw all
    /// digits.
    ///
    /// - Parameters:
    ///   - mantissa: any number.
    ///   - powerOfTen: the exponent.
    /// - Returns: the number, or `nil` where the exponent is not in -19...0.
    static func value(_ mantissa: UInt64, powerOfTen: Int) -> Double? {
        guard powerOfTen <= 0, powerOfTen >= -19 else { return mantissa == 0 ? 0 : nil }
        let divisor = powers[-powerOfTen]
        if mantissa <= 1 << 53 {
            return Double(mantissa) / Double(divisor)
        }
        let (mantissaShift, divisorShift) = (mantissa.leadingZeroBitCount, divisor.leadingZeroBitCount)
        let dividend = mantissa << UInt64(mantissaShift)
        let (quotient, remainder) = (divisor << UInt64(divisorShift))
            .dividingFullWidth((dividend >> 1, dividend << 63))
        let significand = Double(remainder == 0 ? quotient : quotient | 1)
        return Double(sign: .plus, exponent: divisorShift - mantissaShift - 63, significand: significand)
    }

    private static let powers: InlineArray<20, UInt64> = InlineArray { power($0) }
}
