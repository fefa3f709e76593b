/// Counts since 1970 that lost their last digits.
///
/// A spreadsheet shows a number of more than eleven characters with an exponent and six digits, `1.77244E+12` for
/// 1772441234567, and exports what it shows: the time is off by up to an hour and a half.
enum RoundedCount {
    /// The digits that spreadsheets and C's `%g` keep; programs that write a number in full rarely have so few.
    private static let mostDigitsOfSpreadsheets = 6

    /// Whether a text is a number with an exponent and digits for no more than the nearest ten seconds.
    ///
    /// A number without `+` and with more digits than spreadsheets keep was written in full: the trailing zeros of
    /// 1709273400 are left out in `1.7092734E9`.
    static func isRounded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var cursor = ByteCursor(trimming: text)
        _ = cursor.skip(0x2D) || cursor.skip(0x2B)
        let whole = digitCount(&cursor)
        guard whole > 0 else { return false }
        // The comma is the decimal sign of half the world's spreadsheets.
        let hasFraction = cursor.skip(0x2E) || cursor.skip(0x2C)
        let fraction = hasFraction ? digitCount(&cursor) : 0
        guard cursor.skip(letter: 0x65) else { return false }
        let hasPlus = cursor.skip(0x2B)
        guard let exponent = cursor.allDigits(), cursor.isAtEnd, exponent < 30 else { return false }
        // The number is between 10^magnitude and ten times that; its last digit stands for 10^lastDigit.
        let (magnitude, lastDigit) = (Int(exponent) + whole - 1, Int(exponent) - fraction)
        let secondsPerUnit = magnitude < 11 ? 0 : magnitude < 14 ? -3 : magnitude < 17 ? -6 : -9
        return lastDigit + secondsPerUnit > 0 && (hasPlus || whole + fraction <= mostDigitsOfSpreadsheets)
    }

    private static func digitCount(_ cursor: inout ByteCursor) -> Int {
        var count = 0
        while cursor.digits(1) != nil { count += 1 }
        return count
    }
}
