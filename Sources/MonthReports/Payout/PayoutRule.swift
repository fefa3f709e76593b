package import VisitModel

/// What a member's counted visits of a month are worth: "8 different days a month, one visit a day, at most 50 USD".
package struct PayoutRule: Hashable, Sendable {
    /// What an amount is paid for.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Each local day with a visit, however many it has.
        case day
        case visit
    }

    /// The different local days on which visits have to begin before anything is paid, 0...31.
    package let requiredDays: Int
    package let unit: Unit
    /// For each unit; `nil` where the month has one amount, `mostCents`.
    package let centsPerUnit: Int?
    /// The most of a month; `nil` for no limit.
    package let mostCents: Int?
    package let currency: Currency

    /// Throws code `payout` where no amount is given, or a number is out of range.
    package init(requiredDays: Int, unit: Unit, centsPerUnit: Int?, mostCents: Int?, currency: Currency) throws {
        guard (0...31).contains(requiredDays) else {
            throw MonthReportError(.payout, "\(requiredDays) days were required of a month, expected 0 to 31")
        }
        guard centsPerUnit != nil || mostCents != nil else {
            throw MonthReportError(
                .payout,
                "a payout has no amount; give one for each visit, the most of a month, or both"
            )
        }
        guard [centsPerUnit, mostCents].allSatisfy({ (0...Money.limitCents).contains($0 ?? 0) }) else {
            throw MonthReportError(.payout, "an amount is negative or above \(Money.text(Money.limitCents))")
        }
        self.requiredDays = requiredDays
        self.unit = unit
        self.centsPerUnit = centsPerUnit
        self.mostCents = mostCents
        self.currency = currency
    }

    /// The payout of one member and month.
    ///
    /// A month without a visit has none, also where no day is required.
    package func cents(visits: Int, days: Int) -> Int {
        guard visits > 0, days >= requiredDays else { return 0 }
        guard let centsPerUnit else { return mostCents ?? 0 }
        let product = centsPerUnit * (unit == .day ? days : visits)
        return min(product, mostCents ?? product)
    }
}

extension PayoutRule: CustomStringConvertible {
    /// The rule as a sentence, without a full stop.
    package var description: String {
        var parts: [String] = []
        if requiredDays > 0 { parts.append("\(requiredDays) different \(requiredDays == 1 ? "day" : "days") a month") }
        if unit == .day { parts.append("one visit a day") }
        if let centsPerUnit {
            parts.append("\(Money(cents: centsPerUnit, currency)) a \(unit == .day ? "day" : "visit")")
        }
        if let mostCents {
            parts.append("\(centsPerUnit == nil ? "" : "at most ")\(Money(cents: mostCents, currency))")
        }
        return parts.joined(separator: ", ")
    }
}

/// A decision about the payouts of a month and all later ones; the last one that was made decides.
package struct PayoutDecision: Hashable, Sendable {
    /// The first month.
    package let from: Month
    /// `nil` for no payouts.
    package let rule: PayoutRule?
    package let decidedAt: Timestamp
    package let author: ReportAuthor

    package init(from: Month, rule: PayoutRule?, decidedAt: Timestamp, author: ReportAuthor) {
        self.from = from
        self.rule = rule
        self.decidedAt = decidedAt
        self.author = author
    }
}

/// The payout decisions in the order in which they were made.
package struct PayoutHistory: Hashable, Sendable {
    package let decisions: [PayoutDecision]

    package init(_ decisions: [PayoutDecision]) { self.decisions = decisions }

    package func rule(of month: Month) -> PayoutRule? { decisions.last { $0.from <= month }?.rule }

    /// The currency of payouts before a decision that it would be added to, where it is another one.
    ///
    /// Adjustments of a month are in the file of a later one, so that all have one currency.
    package func conflictingCurrency(with decision: PayoutDecision) -> Currency? {
        guard let currency = decision.rule?.currency else { return nil }
        return decisions.enumerated().lazy.filter { index, earlier in
            // Replaced ones have never held, but for months that are closed.
            earlier.from < decision.from && !decisions.dropFirst(index + 1).contains { $0.from <= earlier.from }
        }.compactMap { $0.element.rule?.currency }.first { $0 != currency }
    }
}

/// Who closed a month or decided about payouts.
package struct ReportAuthor: Hashable, Sendable {
    /// The public id of a token, or `command line`.
    package let id: String
    /// The person; `nil` where none is known.
    package let name: String?

    package init(id: String, name: String?) {
        self.id = id
        self.name = name
    }

    /// For people.
    package var words: String { name.map { $0.isEmpty ? id : $0 } ?? id }
}
