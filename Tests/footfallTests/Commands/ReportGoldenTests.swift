import LongTests
import Tables
import Testing
import VisitModel
import VisitStore

@testable import footfall

@Suite("Output of the commands")
struct ReportGoldenTests {
    /// The commands that report, and the golden files of their output.
    private static let commands: [(arguments: [String], name: String)] = [
        (["facilities", "list"], "facilities-list"), (["facilities", "near", "51.505,-0.09"], "facilities-near"),
        (["facilities", "show", "C-1"], "facilities-show"), (["members", "list"], "members-list"),
        (["members", "show", "M-1"], "members-show"), (["devices"], "devices"),
        (["registrations", "--device", "phone-1"], "registrations"), (["events", "--device", "phone-1"], "events"),
        (["visits", "--month", "2024-03"], "visits"),
        (["counts", "--month", "2024-03"], "counts"),
        (["counts", "--month", "2024-03", "--by", "member,facility"], "counts-by-member-facility"),
    ]

    @Test("every report is printed as recorded", .long, arguments: ReportFormat.allCases)
    func reports(format: ReportFormat) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        for command in Self.commands {
            let outcome = await bench.run(command.arguments + ["--format", format.rawValue])
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty)
            try GoldenFile("\(command.name).\(format == .table ? "txt" : format.rawValue)").expect(outcome.output)
        }
    }

    @Test("A visit is reported with its assessment, and found by its verdict", .long, arguments: ReportFormat.allCases)
    func assessed(format: ReportFormat) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        do {
            let store = try VisitStore(path: try #require(bench.database))
            var visit = try #require(try store.visits.all().first)
            visit.verdict = .unproven
            visit.assessment = Visit.Assessment(
                confidence: 0.4,
                provenSeconds: 300,
                bridgedSeconds: 1_200,
                enteredBetween: visit.enteredAt.advanced(bySeconds: -60)...visit.enteredAt,
                exitedBetween: visit.exitedAt.map { $0...$0 },
                reasons: [Visit.Reason(.gapAfter, weight: -1.1), Visit.Reason(.proven, weight: 0.4)],
                runnerUp: Visit.RunnerUp(facility: try FacilityID("C-1"), share: 0.31)
            )
            var commit = DeviceCommit(
                device: try #require(try visit.device.flatMap { try store.devices.find($0) }).key,
                state: [],
                stateFormat: 1,
                policyVersion: "p",
                newestFixAt: nil
            )
            commit.visits = [visit]
            try store.commit([commit])
        }
        let outcome = await bench.run(["visits", "--verdict", "unproven", "--format", format.rawValue])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        try GoldenFile("visits-unproven.\(format == .table ? "txt" : format.rawValue)").expect(outcome.output)
        #expect(await bench.run("visits", "--verdict", "good").status != 0)
    }

    @Test("an empty report says so, and is a document in every format", arguments: ReportFormat.allCases)
    func empty(format: ReportFormat) async throws {
        let bench = try CommandBench()
        _ = await bench.run("members", "import", try bench.file("members.csv", "member_id\nM-1\n"))
        let outcome = await bench.run("visits", "--format", format.rawValue)
        #expect(outcome.status == 0)
        switch format {
        case .table: #expect(outcome.output == "0 visits, 0 counted\n")
        case .json: #expect(outcome.output == "[]\n")
        case .csv:
            let header =
                "visit_id,member,device,facility,entered_at,dwelled_at,exited_at,status,evidence,counted,month,verdict,"
                + "confidence,proven_seconds,bridged_seconds,entered_between,exited_between,runner_up,runner_up_share,"
                + "facility_name,local_date,minutes,review,member_name,group\n"
            #expect(outcome.output == header)
        }
    }

    @Test("an import, its repetition, and the skipped rows are reported as recorded")
    func imports() async throws {
        let bench = try CommandBench()
        let good = try bench.file("facilities.csv", CommandBench.facilities)
        let bad = try bench.file(
            "bad.csv",
            "STORE_ID;STORE NAME;LAT_DD;LON_DD\n1;Good;51,5;-0,1\n2;Nowhere;;\n3;Null Island;0;0\n4;Far;95;-0,1\n1;Better;51,5;-0,1\n"
        )
        let members = try bench.file("members.csv", CommandBench.members + "M-4,G-9,phone-4,ios,\n")
        let odd = try bench.file(
            "odd.csv",
            """
            id,name,lat,lon,radius,timezone,phone,website
            P-1,Peak,34.05,-118.24,100,GMT-07:00 America/Los_Angeles,1,x
            P-2,Point,34.06,-118.25,20,Pacific,2,y
            P-3,Pier,34.07,-118.26,100,GMT-07:00 America/Los_Angeles,3,z

            """
        )
        var text = ""
        for arguments in [
            ["facilities", "import", good], ["facilities", "import", good, "--dry-run"],
            ["facilities", "import", bad, "--strict", "--map", "facility_id=STORE_ID"],
            ["facilities", "import", bad, "--time-zone", "Europe/London", "--map", "facility_id=STORE_ID"],
            ["members", "import", members], ["members", "import", members, "--replace"],
            ["facilities", "import", odd],
        ] {
            let outcome = await bench.run(arguments)
            text += "\(outcome.errors)\(outcome.output)-> \(outcome.status)\n\n"
        }
        try GoldenFile("imports.txt").expect(text)
    }

    @Test("replays are reported as recorded")
    func replays() async throws {
        let bench = try CommandBench()
        let track = try bench.file("track.csv", CommandBench.track)
        let odd = try bench.file("odd.csv", "member,time,lat,lon\nM-1,1970-01-01T00:00:00Z,51,0\nM-1,nonsense,51,0\n")
        var text = ""
        _ = await bench.run("facilities", "import", try bench.file("facilities.csv", CommandBench.facilities))
        for file in [track, track, odd] {
            let outcome = await bench.run("replay", file, "--policy", "bare")
            text += "\(outcome.errors)\(outcome.output)-> \(outcome.status)\n\n"
        }
        try GoldenFile("replays.txt").expect(text)
    }

    @Test("the policies are shown as recorded", arguments: ["standard", "bare"])
    func policies(name: String) async throws {
        let outcome = try await CommandBench().run("policy", "show", name)
        #expect(outcome.status == 0)
        try GoldenFile("policy-\(name).yaml").expect(outcome.output)
    }

    @Test(
        "facilities are exported as recorded, and a CSV export changes nothing when imported",
        arguments: ["csv", "geojson"]
    )
    func exports(format: String) async throws {
        let bench = try CommandBench()
        try await bench.fill()
        let outcome = await bench.run("facilities", "export", "--format", format)
        try GoldenFile("facilities-export.\(format)").expect(outcome.output)
        guard format == "csv" else { return }
        let again = await bench.run("facilities", "import", try bench.file("export.csv", outcome.output))
        #expect(again.output.contains("0 added, 0 updated, 4 unchanged, 0 retired"))
    }
}
