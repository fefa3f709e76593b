import Foundation
import SQLiteStorage
import LongTests
import Testing
import VisitModel
import VisitPipeline
import VisitStore

@testable import footfall

@Suite("What is stored, and for how long")
struct KeepingTests {
    private let bench: CommandBench

    init() async throws {
        bench = try CommandBench()
        try await bench.fill()
    }

    private func store() throws -> VisitStore { try VisitStore(path: #require(bench.database)) }

    private func counted() async -> String {
        await bench.run("counts", "--month", "2024-03", "--format", "csv").output.split(separator: "\n").last.map(
            String.init
        )
            ?? ""
    }

    @Test("decisions about a visit are made, noted, shown and cleared", .long)
    func reviews() async throws {
        let id = try #require(try store().visits.all().first { $0.isCounted }).id.text
        #expect(await counted() == "2024-03,1,1")
        #expect(
            await bench.run("visits", "decline", id, "--note", "walked past").output
                == "\(id) is declined: declined, not counted (taken_back)\n"
        )
        #expect(await counted() == "2024-03,0,0")
        #expect(await bench.run("visits", "note", id, "she called").output.hasPrefix("\(id) is declined"))
        var review = try #require(try store().visits.reviews(of: [VisitID(id)]).values.first)
        #expect(review.decision == .declined)
        #expect(review.note == "she called")
        #expect(review.reviewer == "command line")
        #expect(await bench.run("visits", "confirm", id).output == "\(id) is confirmed: closed, counted\n")
        review = try #require(try store().visits.reviews(of: [VisitID(id)]).values.first)
        #expect(review.note == "she called")
        #expect(await bench.run("visits", "clear", id).output == "\(id) is cleared: closed, counted\n")
        #expect(try store().visits.reviews(of: [VisitID(id)]).isEmpty)
        let short = try #require(try store().visits.all().first { !$0.isCounted }).id.text
        #expect(await bench.run("visits", "confirm", short).status == 0)
        #expect(await counted() == "2024-03,2,1")
        #expect(await bench.run("check").output == "the database is intact\n")
        // The list is what `visits` alone prints.
        #expect(await bench.run("visits").output == bench.run("visits", "list").output)
    }

    @Test("a missed visit is added, and one is moved to another facility and back")
    func additions() async throws {
        let visit = try #require(try store().visits.all().first { $0.isCounted })
        let facility = try #require(
            try store().facilities.all().map(\.facility.id).first { $0 != visit.facility }
        ).text
        let member = visit.member.text
        let stay = ["--member", member, "--facility", facility]
        let added = await bench.run(
            ["visits", "add"] + stay + [
                "--entered", "2024-03-02T10:00Z", "--exited", "2024-03-02T11:00Z", "--note", "x",
            ]
        )
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.output.hasSuffix("\(facility), 2024-03-02T10:00:00Z to 2024-03-02T11:00:00Z, counted\n"))
        #expect(await counted() == "2024-03,2,2")
        let short = await bench.run(
            ["visits", "add"] + stay + ["--entered", "2024-03-03T10:00", "--exited", "2024-03-03T10:01"]
        )
        #expect(short.status == 65)
        #expect(short.errors.contains("is shorter than"))
        let times = ["--entered", visit.enteredAt.iso8601, "--exited", try #require(visit.exitedAt).iso8601]
        let refused = await bench.run(["visits", "add"] + stay + times)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("decline it, or keep both"))
        #expect(await bench.run(["visits", "move", visit.id.text, "--facility", facility]).status == 0)
        #expect(await counted() == "2024-03,2,2")
        #expect(await bench.run("visits", "confirm", visit.id.text).status == 65)
        #expect(await bench.run("visits", "undo", visit.id.text).output == "\(visit.id) is cleared: closed, counted\n")
        #expect(await counted() == "2024-03,2,2")
        #expect(await bench.run("check").output == "the database is intact\n")
        // A visit without a phone is in every list and export.
        for command in [["visits"], ["visits", "--format", "csv"], ["export", "visits", "--format", "geojson"]] {
            #expect(await bench.run(command).output.contains("manual"), "\(command)")
        }
    }

    @Test("a member is erased only with a confirmation, and then completely")
    func erasing() async throws {
        let asked = await bench.run("members", "erase", "M-1")
        #expect(asked.status == 64)
        #expect(asked.errors.contains("--yes"))
        #expect(try store().members.find(MemberID("M-1")) != nil)
        let outcome = await bench.run("members", "erase", "M-1", "--yes")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("erased M-1: 1 phone, 56 fixes, "), "\(outcome.output)")
        let path = try #require(bench.database)
        for ending in ["", "-wal", "-shm"] {
            let bytes = FileManager.default.contents(atPath: path + ending) ?? Data()
            #expect(bytes.range(of: Data("phone-1".utf8)) == nil, "\(ending)")
            #expect(bytes.range(of: Data("M-1".utf8)) == nil, "\(ending)")
        }
        #expect(await bench.run("members", "show", "M-1").status == 65)
        #expect(await bench.run("members", "show", "M-2").status == 0)
        #expect(await bench.run("check").status == 0)
    }

    @Test("a member's document goes to the output, or to a new file that only its owner reads")
    func export() async throws {
        let printed = await bench.run("members", "export", "M-1")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any]
        )
        let devices = document["devices"] as? [[String: Any]]
        #expect((devices?.first?["fixes"] as? [Any])?.count == 56)
        let file = bench.folder.appending(path: "m.json").path
        #expect(await bench.run("members", "export", "M-1", "-o", file).output == "wrote all data of M-1 to m.json\n")
        let written = try String(contentsOfFile: file, encoding: .utf8)
        // The same but for the accesses, the last part, among which is the first export.
        let mark = #""accesses""#
        #expect(written.components(separatedBy: mark).count == 2)
        #expect(written.components(separatedBy: mark).first == printed.output.components(separatedBy: mark).first)
        let second = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String: Any]
        #expect((second?["accesses"] as? [[String: Any]])?.map { $0["action"] as? String } == ["export", "export"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(await bench.run("members", "export", "M-1", "--output", file).status == 73)
    }

    @Test("a backup is a database of its own, and is not overwritten by accident")
    func backup() async throws {
        let file = bench.folder.appending(path: "copy.sqlite").path
        #expect(await bench.run("backup", file).output == "backed up to copy.sqlite\n")
        #expect(await bench.run("backup", file).status == 65)
        #expect(await bench.run("backup", file, "--replace").status == 0)
        #expect(await bench.run("visits", "--database", file).output == bench.run("visits").output)
        #expect(await bench.run("check", "--database", file).status == 0)
    }

    @Test("check warns of a database that other users can read")
    func sharedDatabase() async throws {
        let path = try #require(bench.database)
        #expect(await bench.run("check", "--policy", "bare").errors.isEmpty)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let outcome = await bench.run("check", "--policy", "bare")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("warning: the database `footfall.sqlite` can be read or written by other"))
    }

    @Test("check says where no visit is of the policy whose visits must not overlap")
    func checkOfAnotherPolicy() async throws {
        let outcome = await bench.run("check")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("warning: no visit is of the policy `standard-"), "\(outcome.errors)")
        #expect(await bench.run("check", "--policy", "no-such.yaml").status == 66)
    }

    @Test("serve ends with a sentence where it can't begin")
    func serveEnds() async throws {
        let unknown = await bench.run("serve", "--host", "no.such.host.invalid", "--port", "0")
        #expect(unknown.status == 75)
        #expect(unknown.errors.contains("`no.such.host.invalid` is not an address or name of this machine"))
        let path = try #require(bench.database)
        let lock = try #require(try FileLock(database: path, suffix: FileLock.serving))
        let second = await bench.run("serve", "--port", "0")
        withExtendedLifetime(lock) {}
        #expect(second.status == 75)
        #expect(second.errors.contains("another process serves the database"))
        #expect(await bench.run("serve", "--trusted-proxy", "nowhere").status == 64)
        let origin = await bench.run("serve", "--cors-origin", "https://app.example.com/")
        #expect(origin.status == 64)
        #expect(origin.errors.contains("--cors-origin is `https://app.example.com/`, expected an origin"))
    }

    @Test("settings are shown as they are set")
    func settings() async throws {
        let standard = "webhooks report corrections  after 60 s without a change, at most 900 s\n"
        let kept =
            "replayed fixes are kept      forever\nfixes of visits are kept     396 days\n"
            + "the access record is kept    365 days\n" + standard
        #expect(
            await bench.run("settings").output
                == "default time zone            none (UTC)\nfixes are kept               30 days\n" + kept
        )
        #expect(
            await bench.run("settings", "set", "--retention", "forever", "--default-time-zone", "Europe/London").output
                == "default time zone            Europe/London\nfixes are kept               forever\n" + kept
        )
        #expect(
            await bench.run("settings", "show", "--format", "json").output
                == "{\"access_retention_days\": 365, \"correction_delay_seconds\": 900, \"correction_quiet_seconds\": 60, "
                + "\"default_time_zone\": \"Europe/London\", \"evidence_retention_days\": 396, "
                + "\"replayed_retention_days\": null, \"retention_days\": null}\n"
        )
        _ = await bench.run("settings", "set", "--retention", "1", "--default-time-zone", "none")
        _ = await bench.run("settings", "set", "--replayed-retention", "90", "--evidence-retention", "forever")
        _ = await bench.run("settings", "set", "--access-retention", "730")
        #expect(await bench.run("settings", "set", "--access-retention", "0").status == 64)
        #expect(
            await bench.run("settings").output
                == "default time zone            none (UTC)\nfixes are kept               1 day\n"
                + "replayed fixes are kept      90 days\nfixes of visits are kept     forever\n"
                + "the access record is kept    730 days\n" + standard
        )
        _ = await bench.run("settings", "set", "--correction-quiet", "5")
        #expect(
            await bench.run("settings", "set", "--correction-delay", "30").output
                .hasSuffix("webhooks report corrections  after 5 s without a change, at most 30 s\n")
        )
        #expect(
            await bench.run("settings", "set", "--correction-quiet", "0").output
                .hasSuffix("webhooks report corrections  at once\n")
        )
        let refused = await bench.run("settings", "set", "--correction-quiet", "3601")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--correction-quiet is 3601, expected 0 to 3600"))
    }

    @Test("records that could not be used are listed without what they say, shown, and purged", .long)
    func quarantine() async throws {
        #expect(await bench.run("quarantine").output == "no records\n")
        let records = try ["{\"lat\": 51.5}", "x"].enumerated().map { index, text in
            NewQuarantine(
                app: index == 0 ? "transistor" : "owntracks",
                member: index == 0 ? try MemberID("M-1") : nil,
                device: nil,
                code: "no_time",
                message: "has no time",
                record: Array(text.utf8),
                digest: [UInt8(index)],
                receivedAt: Timestamp(milliseconds: 1_709_618_400_000)
            )
        }
        try store().quarantine.add(records)
        let list = await bench.run("quarantine", "list", "--format", "csv").output
        #expect(
            list == """
                number,received_at,app,member,device,repeats,code,message,repeated_at,size,kept_size,sha256
                2,2024-03-05T06:00:00Z,owntracks,,,0,no_time,has no time,,1,1,
                1,2024-03-05T06:00:00Z,transistor,M-1,,0,no_time,has no time,,13,13,

                """
        )
        #expect(
            await bench.run("quarantine", "--member", "M-1", "--format", "csv").output.split(separator: "\n").count == 2
        )
        #expect(await bench.run("quarantine", "show", "1", "--raw").output == "{\"lat\": 51.5}")
        #expect(await bench.run("quarantine", "show", "1").output.contains("{\"lat\": 51.5}"))
        #expect(await bench.run("quarantine", "show", "9").status == 65)
        #expect(await bench.run("quarantine", "purge", "9").status == 65)
        #expect(await bench.run("quarantine", "retry", "9").status == 65)
        #expect(await bench.run("quarantine", "retry").status == 64)
        let retried = await bench.run("quarantine", "retry", "--all").output
        #expect(retried.hasSuffix("0 records stored; 2 records still can't be used\n"))
        try store().quarantine.add([
            NewQuarantine(
                app: "footfall",
                member: nil,
                device: try DeviceID("D-1"),
                code: "clock_in_future",
                message: "was ahead of its time",
                record: Array(#"{"device":"D-1","lat":51.5,"lon":0,"time":"2024-03-05T06:00:00Z"}"#.utf8),
                digest: [7],
                receivedAt: Timestamp(milliseconds: 1_709_618_300_000)
            )
        ])
        #expect(
            await bench.run("quarantine", "retry", "3").output == "1 record stored; 0 records still can't be used\n"
        )
        #expect(try store().devices.find(DeviceID("D-1"))?.fixCount == 1)
        #expect(await bench.run("quarantine", "purge", "--app", "owntracks").output == "1 record deleted\n")
        #expect(await bench.run("quarantine", "purge", "1").output == "1 record deleted\n")
        #expect(await bench.run("quarantine", "purge", "--all").output == "0 records deleted\n")
    }
}
