import Foundation
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import footfall

@Suite("Commands and the access record")
struct AccessRecordTests {
    private let bench: CommandBench

    init() async throws {
        bench = try CommandBench()
        try await bench.fill()
    }

    private func store() throws -> VisitStore { try VisitStore(path: #require(bench.database)) }

    @Test("commands that read or change the data of one member are listed with the user, others are not", .long)
    func commands() async throws {
        #expect(await bench.run("access-record").output.contains("no rows"))
        let id = try #require(try store().visits.all().first { $0.isCounted }).id.text
        let commands = [
            ["members", "show", "M-1"], ["members", "export", "M-1"], ["visits", "list", "--member", "M-2"],
            ["events", "--device", "phone-1"], ["visits", "decline", id], ["visits", "clear", id],
            // Neither of one member, nor stored.
            ["members", "list"], ["visits"], ["events"], ["facilities", "list"], ["events", "--device", "none"],
        ]
        for command in commands { #expect(await bench.run(command).status == 0, "\(command)") }
        #expect(await bench.run("members", "show", "nobody").status == 65)
        #expect(
            await bench.run("access-record", "--format", "csv").output == """
                first_at,last_at,count,action,member,erased_member,via,caller,caller_note
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,correct,M-1,,command,ann,
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,correct,M-1,,command,ann,
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,read,M-1,,command,ann,
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,read,M-2,,command,ann,
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,export,M-1,,command,ann,
                2024-04-01T12:00:00Z,2024-04-01T12:00:00Z,1,read,M-1,,command,ann,

                """
        )
        #expect(await bench.run("access-record", "--action", "export", "--member", "M-1").output.contains("export"))
        #expect(await bench.run("access-record", "--limit", "1").output.contains("there may be more: --limit"))
        #expect(await bench.run("access-record", "--action", "look").status == 64)
        #expect(await bench.run("access-record", "--limit", "0").status == 64)
        // The person sees what was done, and not by whom.
        let export = await bench.run("members", "export", "M-2").output
        let document = try #require(try JSONSerialization.jsonObject(with: Data(export.utf8)) as? [String: Any])
        let accesses = try #require(document["accesses"] as? [[String: Any]])
        #expect(accesses.map { $0["action"] as? String } == ["read", "export"])
        #expect(!export.contains("ann"))
    }

    @Test("an erasure is proven afterwards to those who know the id")
    func erasure() async throws {
        #expect(await bench.run("members", "show", "M-1").status == 0)
        #expect(await bench.run("members", "erase", "M-1", "--yes").status == 0)
        let rows = await bench.run("access-record", "--member", "M-1", "--format", "csv").output.split(separator: "\n")
        #expect(rows.count == 3)
        #expect(rows.dropFirst().allSatisfy { $0.contains(",command,ann,") && !$0.contains("M-1") })
        #expect(rows.dropFirst().first?.contains(",erase,,") == true)
        #expect(await bench.run("access-record").output.contains("(erased "))
        #expect(await bench.run("access-record", "--member", "M-3").output.contains("no rows"))
    }

    /// Leaves the mark of an erasure that ended before the file was clean.
    private func interrupt() throws { try store().settings.set(SettingName("erasure_is_pending"), to: "1") }

    @Test(
        "check does not advise a backup for an interrupted erasure, and the next command that writes finishes it",
        .long
    )
    func interrupted() async throws {
        let clean = "note: finished an erasure that was interrupted; the file has no trace of it\n"
        let ways = [
            ["settings", "set", "--retention", "30"], ["members", "remove-facility", "M-1", "C-1"],
            ["backup", bench.folder.appending(path: "copy.sqlite").path], ["tokens", "add", "--role", "read"],
        ]
        for way in ways {
            try interrupt()
            // Reading leaves it.
            #expect(await bench.run("members", "list").errors == "")
            let check = await bench.run("check")
            #expect(check.status == 75)
            #expect(check.errors.contains("run `footfall members finish-erasure`, or start `footfall serve`"))
            #expect(check.errors.contains("Do not restore a backup"))
            #expect(check.output.contains("an erasure was interrupted"))
            let outcome = await bench.run(way)
            #expect(outcome.status == 0, "\(way): \(outcome.errors)")
            #expect(outcome.errors.hasPrefix(clean), "\(way): \(outcome.errors)")
            #expect(await bench.run("check").status == 0)
        }
        try interrupt()
        #expect(
            await bench.run("members", "finish-erasure").output
                == "finished an erasure that was interrupted; the file has no trace of it\n"
        )
        #expect(await bench.run("members", "finish-erasure").output == "no erasure is unfinished\n")
        // The same command again, as it was advised before.
        try interrupt()
        let again = await bench.run("members", "erase", "gone", "--yes")
        #expect(again.status == 0)
        #expect(again.output == "finished an erasure that was interrupted; there is no member gone\n")
        #expect(await bench.run("members", "erase", "gone", "--yes").status == 65)
    }
}
