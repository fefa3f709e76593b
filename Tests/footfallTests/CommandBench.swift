import Foundation
import VisitModel

@testable import footfall

/// Runs commands as a person would type them, in a folder of their own with a clock that stands still.
final class CommandBench {
    let folder: URL
    /// The database that the environment names; `nil` for an environment without one.
    var database: String?
    /// More of the environment.
    var environment: [String: String] = [:]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "footfall-command-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = folder.appending(path: "footfall.sqlite").path
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// What a command left behind.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command.
    func run(_ arguments: String...) async -> Outcome {
        await run(arguments)
    }

    /// What each of some commands puts out.
    func outputs(_ commands: [[String]]) async -> [String] {
        var outputs: [String] = []
        for command in commands { outputs.append(await run(command).output) }
        return outputs
    }

    /// Runs a command.
    func run(_ arguments: [String]) async -> Outcome {
        let (output, errors) = (CollectedText(), CollectedText())
        let console = Console(
            output: { output.append($0) },
            errors: { errors.append($0 + "\n") },
            isWatched: false,
            columns: 80,
            environment: environment.merging(database.map { ["FOOTFALL_DATABASE": $0] } ?? [:]) { $1 },
            userName: "ann",
            now: { Timestamp(milliseconds: 1_711_972_800_000) }
        )
        let status = await Footfall.run(arguments, console)
        return Outcome(status: status, output: readable(output.text), errors: readable(errors.text))
    }

    /// Writes a file and hands over its path.
    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try text.write(to: url, atomically: true, encoding: .utf8)
        return url.path
    }

    /// A text without the folder's name, which is another each time.
    private func readable(_ text: String) -> String {
        text.replacing(folder.path + "/", with: "")
    }
}

extension CommandBench {
    /// A network of four places near Greenwich, one with a polygon.
    static let facilities = """
        facility_id,name,address,city,state,postal_code,country,lat,lon,radius_m,dwell_seconds,tz,boundary
        G-1,"Gym, North",1 North Rd,London,England,N1,GB,51.51,-0.1,100,600,Europe/London,
        G-2,Gym South,2 South Rd,London,England,S1,GB,51.49,-0.1,150,900,Europe/London,
        C-1,Clinic East,3 East Rd,London,England,E1,GB,51.5,-0.05,,,Europe/London,"POLYGON ((-0.051 51.499, -0.049 51.499, -0.049 51.501, -0.051 51.501, -0.051 51.499))"
        C-2,Clinic West,,,,,,51.5,-0.15,80.5,3600,,

        """

    static let members = """
        member_id,facility_id,device_id,platform,time_zone
        M-1,G-1,phone-1,ios,Europe/London
        M-1,C-1,phone-1,ios,Europe/London
        M-2,,phone-2,android,
        M-3,-,,,

        """

    /// A morning of M-1: half an hour in the gym in the north, four minutes in the clinic in the east.
    static let track: String = {
        var rows = ["member,device,time,lat,lon,accuracy"]
        func stay(_ latitude: Double, _ longitude: Double, from: Int, minutes: Int) {
            for minute in 0..<minutes {
                let clock = from + minute
                let (hour, rest) = (clock / 60, clock % 60)
                let time = "2024-03-05T\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00Z"
                rows.append("M-1,phone-1,\(time),\(latitude),\(longitude),10")
            }
        }
        stay(51.515, -0.1, from: 6 * 60, minutes: 5)
        stay(51.51, -0.1, from: 6 * 60 + 10, minutes: 31)
        stay(51.515, -0.08, from: 6 * 60 + 45, minutes: 5)
        stay(51.505, -0.05, from: 6 * 60 + 55, minutes: 5)
        stay(51.5, -0.05, from: 7 * 60, minutes: 5)
        stay(51.505, -0.05, from: 7 * 60 + 6, minutes: 5)
        return rows.joined(separator: "\n") + "\n"
    }()

    /// Fills the database with the network, the members and the morning.
    func fill() async throws {
        _ = await run("facilities", "import", try file("facilities.csv", Self.facilities))
        _ = await run("members", "import", try file("members.csv", Self.members))
        // The plain rule, so that what the commands print does not change with every threshold.
        _ = await run("replay", try file("track.csv", Self.track), "--policy", "bare")
    }
}
