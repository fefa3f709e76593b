import Foundation
import LongTests
import Testing

@testable import footfall

@Suite("Reports and closing of months by the command line")
struct ReportCommandTests {
    private static func bench() async throws -> CommandBench {
        let bench = try CommandBench()
        try await bench.fill()
        let names = try bench.file(
            "names.csv",
            "member_id,member_name,group\nM-1,=Ann,Acme Ltd\nM-2,Ben,Acme Ltd\n"
        )
        _ = await bench.run("members", "import", names)
        return bench
    }

    @Test("a month is reported by member, facility, group and visit as recorded", .long)
    func reports() async throws {
        let bench = try await Self.bench()
        for rows in ["member", "facility", "group", "visit"] {
            for format in ["table", "csv", "json"] {
                let outcome = await bench.run("report", "month", "2024-03", "--by", rows, "--format", format)
                #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
                try GoldenFile("report-by-\(rows).\(format == "table" ? "txt" : format)").expect(outcome.output)
            }
        }
    }

    @Test("a text that a spreadsheet takes for a formula is defused in CSV, and unchanged with --raw")
    func formulas() async throws {
        let bench = try await Self.bench()
        #expect(await bench.run("report", "month", "2024-03", "--format", "csv").output.contains("M-1,'=Ann,"))
        #expect(await bench.run("report", "month", "2024-03", "--format", "csv", "--raw").output.contains("M-1,=Ann,"))
    }

    @Test("a workbook and a page are files, and a folder that is not there is refused first")
    func files() async throws {
        let bench = try await Self.bench()
        for (format, beginning) in [("xlsx", "PK"), ("html", "<!doctype html>")] {
            let path = bench.folder.appending(path: "march.\(format)").path
            let outcome = await bench.run("report", "month", "2024-03", "--format", format, "-o", path)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let bytes = try Data(contentsOf: URL(filePath: path))
            #expect(bytes.starts(with: Array(beginning.utf8)), "\(format)")
        }
        let page = try String(contentsOf: bench.folder.appending(path: "march.html"), encoding: .utf8)
        #expect(page.contains("<h2>Busiest hours</h2>") && !page.contains("<script"))
        let missing = bench.folder.appending(path: "none/march.csv").path
        #expect(await bench.run("report", "month", "2024-03", "--format", "csv", "-o", missing).status == 73)
        #expect(await bench.run("report", "month", "2024-03", "--by", "visit", "--format", "html").status == 64)
    }

    @Test("a group selects its visits, and members without one are a group of their own")
    func groups() async throws {
        let bench = try await Self.bench()
        func lines(_ arguments: String...) async -> Int {
            let all = ["report", "month", "2024-03", "--by", "visit", "--format", "csv"] + arguments
            return await bench.run(all).output.split(separator: "\n").count - 1
        }
        let count = await lines()
        #expect(count > 0)
        #expect(await lines("--group", "Acme Ltd") + lines("--without-group") == count)
        #expect(await lines("--group", "acme ltd") == 0)
        #expect(await bench.run("report", "month", "2024-03", "--group", "A", "--without-group").status == 64)
    }

    @Test("a month is closed once, with the number that was seen, by either name of the command")
    func close() async throws {
        let bench = try await Self.bench()
        let wrong = await bench.run("report", "close", "2024-03", "--visits", "999")
        #expect(wrong.status == 65 && wrong.errors.contains("had 999 when it was shown"))
        let closed = await bench.run("counts", "close", "2024-03")
        #expect(closed.status == 0 && closed.output.hasPrefix("2024-03 is closed: "), "\(closed.errors)")
        #expect(await bench.run("report", "close", "2024-03").errors.contains("2024-03 was closed on"))
        #expect(await bench.run("report", "close", "2024-04").errors.contains("is not over in every time zone"))
        #expect(await bench.run("report", "close", "2024-01").errors.contains("the next to close is 2024-04"))
        #expect(await bench.run("report", "month", "2024-03").output.contains("closed on 2024-04-01 by ann"))
    }

    @Test("payouts are decided, listed and ended; what is no rule is refused with the reason")
    func payouts() async throws {
        let bench = try await Self.bench()
        #expect(await bench.run("report", "payout").output == "no payouts are decided\n")
        let set = await bench.run(
            "report",
            "payout",
            "set",
            "--from",
            "2024-03",
            "--days",
            "1",
            "--once-a-day",
            "--most",
            "50",
            "--currency",
            "usd"
        )
        #expect(set.output == "from 2024-03 on: 1 different day a month, one visit a day, 50.00 USD\n", "\(set.errors)")
        #expect(await bench.run("report", "month", "2024-03").output.contains("payouts "))
        #expect(await bench.run("report", "payout", "end", "--from", "2024-04").output.contains("no payouts"))
        #expect(await bench.run("report", "payout", "show").output.contains("2024-04  none"))
        let none = await bench.run("report", "payout", "set", "--from", "2024-03", "--currency", "USD")
        #expect(none.status == 65 && none.errors.contains("has no amount"))
        _ = await bench.run("counts", "close", "2024-03")
        let late = await bench.run(
            "report",
            "payout",
            "set",
            "--from",
            "2024-03",
            "--most",
            "9",
            "--currency",
            "USD"
        )
        #expect(late.status == 65 && late.errors.contains("can be decided about from 2024-04 on"))
    }
}
