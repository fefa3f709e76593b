import MonthReports
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

/// A store with two gyms and members, whose visits are written as an evaluation would.
struct MonthScene {
    let store: VisitStore
    private let devices: [DeviceKey]

    static let members = ["anna", "ben", "cleo"]
    /// After every month of a test is over.
    static let later = Timestamp(milliseconds: 1_735_689_600_000)
    static let author = ReportAuthor(id: "t1", name: "Ada")

    init() throws {
        store = try VisitStore.temporary()
        try store.load([gym("a", name: "Alpha"), gym("b", name: "Beta")])
        devices = try store.devices.ensure(
            try Self.members.map { Device(id: try DeviceID("\($0)-phone"), member: try MemberID($0), platform: .ios) }
        )
    }

    /// A visit at 18:00 UTC of a day of 2024, counted from its first.
    func visit(
        _ member: String,
        _ day: Int,
        at facility: String = "a",
        minutes: Int = 60,
        verdict: Visit.Verdict = .counted,
        id: String? = nil
    ) throws -> Visit {
        let start = Timestamp(milliseconds: (19_723 + Int64(day) - 1) * 86_400_000 + 18 * 3_600_000)
        let end = start.advanced(bySeconds: Double(minutes) * 60 + 7)
        return Visit(
            id: try VisitID(id ?? "v-\(member)-\(day)"),
            member: try MemberID(member),
            device: try DeviceID("\(member)-phone"),
            facility: try FacilityID(facility),
            enteredAt: start,
            dwelledAt: start.advanced(bySeconds: 600),
            exitedAt: end,
            status: .closed,
            evidence: .confirmed,
            verdict: verdict,
            month: start.localMonth(in: .utc),
            localDate: start.localDate(in: .utc),
            fixesInside: 9,
            lastProofAt: end,
            depthMeters: 50,
            doubts: [],
            policyVersion: "p"
        )
    }

    func write(_ visits: Visit...) throws { try write(visits) }

    func write(_ visits: [Visit]) throws {
        for (key, member) in zip(devices, Self.members) {
            var commit = DeviceCommit(
                device: key,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: .march(9)
            )
            commit.visits = visits.filter { $0.member.text == member }
            if !commit.visits.isEmpty { try store.commit([commit]) }
        }
    }

    func setGroup(_ group: String?, of member: String, from day: String? = nil, today: String = "2024-07-01") throws {
        let start = GroupStart(
            stated: day.flatMap { CivilDate(text: $0) },
            today: try #require(CivilDate(text: today))
        )
        try store.members.importRows(groupsFrom: start) { importer in
            try importer.add(
                MemberRow(
                    member: try MemberID(member),
                    details: MemberDetailsChange(group: try group.map { .set(try GroupID($0)) } ?? .removed)
                )
            )
        }
    }

    func close(_ month: String, expecting visits: Int? = nil) throws {
        try store.months.close(Month(month), at: Self.later, by: Self.author, expecting: visits)
    }

    func decide(from month: String, days: Int = 2, most: Int? = 5_000, currency: String = "USD") throws {
        let rule = try most.map {
            try PayoutRule(
                requiredDays: days,
                unit: .day,
                centsPerUnit: nil,
                mostCents: $0,
                currency: Currency(currency)
            )
        }
        try store.months.decide(
            PayoutDecision(from: Month(month), rule: rule, decidedAt: Self.later, author: Self.author)
        )
    }

    func report(_ month: String, by key: ReportKey = .member, group: GroupSelection? = nil) throws -> MonthReport {
        MonthReport(try store.months.content(of: Month(month), by: key, group: group))
    }

    /// The lines of a month's file: `+anna 2024-03-05 a Acme 60`.
    func file(_ month: String) throws -> [String] {
        var lines: [String] = []
        try store.months.forEachLine(of: Month(month)) { lines.append(words($0)) }
        return lines
    }

    func words(_ line: MonthLine) -> String {
        let visit = line.visit
        let parts = [
            "\(line.change == .added ? "+" : "-")\(visit.member?.text ?? "erased")", visit.localDate.description,
            visit.facility.text, visit.group?.text ?? "none", "\(visit.minutes)",
        ]
        return parts.joined(separator: " ")
    }
}
