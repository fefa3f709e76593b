internal import VisitModel

/// An amount of money, in hundredths of a currency.
package struct Money: Hashable, Sendable {
    /// May be negative, for an adjustment.
    package let cents: Int
    package let currency: Currency

    package init(cents: Int, _ currency: Currency) {
        self.cents = cents
        self.currency = currency
    }

    /// Parses an amount such as `50` or `6.25`; throws code `payout` for any other text, and beyond `limitCents`.
    package static func cents(_ text: String) throws -> Int {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "00"
        let digits = parts[0] + decimals + (decimals.count == 1 ? "0" : "")
        guard !parts[0].isEmpty, (1...2).contains(decimals.count), digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
            digits.utf8.count <= 12, let cents = Int(digits), cents <= limitCents
        else {
            throw MonthReportError(
                .payout,
                "`\(text)` is not an amount, expected for instance 50 or 6.25, at most \(Self.text(limitCents))"
            )
        }
        return cents
    }

    /// The most of an amount that a person may set.
    package static let limitCents = 100_000_000

    /// `-6.25`.
    package static func text(_ cents: Int) -> String {
        let (whole, rest) = abs(cents).quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Money: CustomStringConvertible {
    /// `6.25 USD`.
    package var description: String { "\(Self.text(cents)) \(currency)" }
}

/// The code of a currency in the form of ISO 4217, for instance `USD`; whether it is assigned is not checked.
package struct Currency: Hashable, Sendable, CustomStringConvertible {
    package let code: String

    /// Throws code `payout` for anything but three letters; small ones become capitals.
    package init(_ text: String) throws {
        // Other letters can become ASCII ones as capitals.
        let code = text.utf8.allSatisfy({ $0 < 0x80 }) ? text.uppercased() : ""
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
            throw MonthReportError(.payout, "`\(text)` is not the code of a currency, expected for instance USD")
        }
        self.code = code
    }

    package var description: String { code }
}
