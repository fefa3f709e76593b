import Testing
import VisitModel

@testable import MonthReports

@Suite("Payout rules")
struct PayoutRuleTests {
    private static func rule(
        _ days: Int,
        _ unit: PayoutRule.Unit,
        each: Int? = nil,
        most: Int? = nil
    ) throws -> PayoutRule {
        try PayoutRule(requiredDays: days, unit: unit, centsPerUnit: each, mostCents: most, currency: Currency("usd"))
    }

    @Test(
        "8 different days a month, one visit a day, at most 50 dollars",
        arguments: [
            (0, 0, 0), (7, 7, 0), (20, 7, 0), (8, 8, 5_000), (30, 20, 5_000),
        ] as [(visits: Int, days: Int, cents: Int)]
    )
    func amountOfAMonth(visits: Int, days: Int, cents: Int) throws {
        #expect(try Self.rule(8, .day, most: 5_000).cents(visits: visits, days: days) == cents)
    }

    @Test(
        "an amount for each visit or day, up to the most of a month",
        arguments: [
            (.day, 3, 2, 1_250), (.day, 40, 20, 5_000), (.visit, 3, 2, 1_875), (.visit, 9, 2, 5_000), (.visit, 0, 0, 0),
        ] as [(PayoutRule.Unit, Int, Int, Int)]
    )
    func amountOfUnits(unit: PayoutRule.Unit, visits: Int, days: Int, cents: Int) throws {
        #expect(try Self.rule(0, unit, each: 625, most: 5_000).cents(visits: visits, days: days) == cents)
    }

    @Test("a month without a visit is worth nothing, also where no day is required")
    func noVisit() throws {
        #expect(try Self.rule(0, .visit, most: 5_000).cents(visits: 0, days: 0) == 0)
    }

    @Test("without a limit, each unit is paid")
    func noLimit() throws {
        #expect(try Self.rule(0, .visit, each: 625).cents(visits: 400, days: 31) == 250_000)
    }

    @Test(
        "a rule without an amount, with a negative one or with more days than a month has is refused",
        arguments: [(8, nil, nil), (-1, 625, nil), (32, 625, nil), (8, -1, nil), (8, nil, -1), (8, 100_000_001, nil)]
            as [(Int, Int?, Int?)]
    )
    func invalid(days: Int, each: Int?, most: Int?) throws {
        let error = #expect(throws: MonthReportError.self) { try Self.rule(days, .day, each: each, most: most) }
        #expect(error?.code == .payout)
    }

    @Test("a rule as a sentence")
    func sentences() throws {
        #expect("\(try Self.rule(8, .day, most: 5_000))" == "8 different days a month, one visit a day, 50.00 USD")
        #expect(
            "\(try Self.rule(1, .day, each: 625, most: 5_000))"
                == "1 different day a month, one visit a day, 6.25 USD a day, at most 50.00 USD"
        )
        #expect("\(try Self.rule(0, .visit, each: 625))" == "6.25 USD a visit")
    }

    @Test("the last decision about a month decides, also over one for a later month")
    func history() throws {
        let (first, second) = (try Self.rule(8, .day, most: 5_000), try Self.rule(4, .day, most: 2_000))
        func decision(_ month: String, _ rule: PayoutRule?) throws -> PayoutDecision {
            PayoutDecision(
                from: try Month(month),
                rule: rule,
                decidedAt: Timestamp(milliseconds: 0),
                author: ReportAuthor(id: "t1", name: "Ada")
            )
        }
        let history = PayoutHistory([
            try decision("2024-01", first), try decision("2024-06", nil), try decision("2024-03", second),
        ])
        #expect(history.rule(of: try Month("2023-12")) == nil)
        #expect(history.rule(of: try Month("2024-02")) == first)
        #expect(history.rule(of: try Month("2024-03")) == second)
        #expect(history.rule(of: try Month("2024-09")) == second)
    }

    @Test(
        "amounts are decimal numbers with at most two decimals",
        arguments: [("50", 5_000), ("50.0", 5_000), ("6.25", 625), ("0.05", 5), ("1000000.00", 100_000_000)]
            as [(String, Int)]
    )
    func amounts(text: String, cents: Int) throws {
        #expect(try Money.cents(text) == cents)
    }

    @Test(
        "another text is no amount",
        arguments: ["", ".", ".5", "5.", "-5", "+5", "5,00", "5.255", "1e3", "1000000.01", "99999999999999999999", "５"]
    )
    func noAmounts(text: String) {
        #expect(throws: MonthReportError.self) { try Money.cents(text) }
    }

    @Test("amounts are written with two decimals, also between -1 and 0")
    func written() throws {
        #expect([-625, -5, 0, 5, 100_000_000].map(Money.text) == ["-6.25", "-0.05", "0.00", "0.05", "1000000.00"])
        #expect("\(Money(cents: 5_000, try Currency("eur")))" == "50.00 EUR")
    }

    @Test("a currency is three letters", arguments: ["", "US", "USDX", "U5D", "ÄÖÜ", "u\u{17F}d"])
    func currencies(text: String) {
        #expect(throws: MonthReportError.self) { try Currency(text) }
    }
}
