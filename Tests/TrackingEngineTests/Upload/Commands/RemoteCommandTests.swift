import TrackingModel
import Testing
import TrackingEngine
import VisitModel

@Suite("Commands in a server's answer")
struct RemoteCommandTests {
    private func read(_ commands: String) -> RemoteCommands {
        RemoteCommands.read(Array("{\"background_geolocation\":\(commands)}".utf8))
    }

    private static func circle(_ name: String) throws -> String {
        #"{"identifier":"\#(name)","latitude":40,"longitude":-75.5,"radius":150}"#
    }

    @Test(
        "every command, alone and in a list",
        arguments: [
            (#"["start"]"#, .start), (#"["stop"]"#, .stop), (#"["startGeofences"]"#, .startGeofences),
            (#"["changePace",true]"#, .changePace(isMoving: true)),
            (#"["changePace",false]"#, .changePace(isMoving: false)),
            (
                #"["setConfig",{"geolocation":{"distanceFilter":25}}]"#,
                .setConfig(["geolocation": .object(["distanceFilter": .integer(25)])])
            ),
            (#"["removeGeofence","fac_17"]"#, .removeGeofence("fac_17")),
            (#"["removeGeofences",["a","b"]]"#, .removeGeofences(["a", "b"])),
            (#"["removeGeofences"]"#, .removeAllGeofences),
            (#"["uploadLog","https://example.com/log"]"#, .uploadLog(url: "https://example.com/log")),
            (#"["destroyLog"]"#, .destroyLog), (#"["startSchedule"]"#, .startSchedule),
            (#"["stopSchedule"]"#, .stopSchedule),
        ] as [(String, RemoteCommand)]
    )
    func commands(text: String, command: RemoteCommand) {
        #expect(read(text).commands == [command] && read(text).problems.isEmpty)
        let twice = read("[\(text),\(text)]")
        #expect(twice.commands == [command, command] && twice.problems.isEmpty)
    }

    @Test("a circle has its defaults: entering and leaving are reported, dwelling is not")
    func circle() throws {
        let commands = read(#"["addGeofence",\#(try Self.circle("fac_17"))]"#)
        guard case .addGeofence(let fence)? = commands.commands.first else {
            Issue.record("\(commands)")
            return
        }
        let center = try Coordinate(latitude: 40, longitude: -75.5)
        #expect(fence.identifier == "fac_17" && fence.center == center && fence.radiusMeters == 150)
        #expect(fence.notifyOnEntry && fence.notifyOnExit && !fence.notifyOnDwell)
        #expect(fence.loiteringDelay == .zero && fence.extras.isEmpty)
    }

    @Test("a polygon has its corners latitude first, and needs no centre")
    func polygon() throws {
        let commands = read(
            """
            ["addGeofences",[{"identifier":"p","vertices":[[40,-75],[41,-75],[41,-74]],"notifyOnEntry":false,
              "notifyOnExit":false,"notifyOnDwell":true,"loiteringDelay":1500,"extras":{"a":1}}]]
            """
        )
        guard case .addGeofences(let fences)? = commands.commands.first, let fence = fences.first else {
            Issue.record("\(commands)")
            return
        }
        let corners = try [(40, -75), (41, -75), (41, -74)].map { try Coordinate(latitude: $0.0, longitude: $0.1) }
        #expect(fence.polygon?.exterior == corners && !fence.notifyOnEntry && !fence.notifyOnExit)
        #expect(fence.notifyOnDwell && fence.loiteringDelay == .milliseconds(1500))
        #expect(fence.extras == ["a": .integer(1)])
    }

    @Test("the output of Footfall's own server is read")
    func ownServer() {
        let answer = """
            {"background_geolocation":[["removeGeofences",["a"]],["addGeofences",[{"identifier":"b","latitude":40,\
            "longitude":-75.5,"radius":150,"notifyOnEntry":true,"notifyOnExit":true,"notifyOnDwell":true,\
            "loiteringDelay":300000}]]]}
            """
        let commands = RemoteCommands.read(Array(answer.utf8))
        #expect(commands.commands.count == 2 && commands.problems.isEmpty)
        #expect(commands.commands.first == .removeGeofences(["a"]))
    }

    @Test(
        "what can't be read is reported with its place, and the others are done",
        arguments: [
            (#"["dance"]"#, "dance", "there is no command `dance`"),
            (#"["changePace"]"#, "changePace", "is missing, expected true or false"),
            (#"["changePace",1]"#, "changePace", "is the number 1, expected true or false"),
            (#"["setConfig",[]]"#, "setConfig", "is a list, expected an object"),
            (#"["removeGeofence"]"#, "removeGeofence", "is missing, expected a text"),
            (#"["removeGeofences","a"]"#, "removeGeofences", "expected a list of names, or nothing for all fences"),
            (#"["removeGeofences",null]"#, "removeGeofences", "is null, expected a list of names"),
            (#"["removeGeofences",[7]]"#, "removeGeofences", "a name is the number 7, expected a text"),
            (#"["uploadLog","/log"]"#, "uploadLog", "expected an http or https address"),
            (#"["uploadLog"]"#, "uploadLog", "expected an http or https address"),
            (
                #"["addGeofence"]"#, "addGeofence",
                "expected an object with identifier, latitude, longitude and radius, found null"
            ),
            (#"["addGeofence",{"latitude":1}]"#, "addGeofence", "geofence.identifier: missing"),
            (
                #"["addGeofence",{"identifier":"","latitude":1,"longitude":0,"radius":9}]"#, "addGeofence",
                "geofence.identifier"
            ),
            (#"["addGeofence",{"identifier":"a","latitude":1}]"#, "addGeofence", "geofence.longitude: missing"),
            (
                #"["addGeofence",{"identifier":"a","latitude":91,"longitude":0,"radius":1}]"#, "addGeofence",
                "geofence.latitude"
            ),
            (
                #"["addGeofence",{"identifier":"a","latitude":1,"longitude":0,"radius":0}]"#, "addGeofence",
                "geofence.radius"
            ),
            (#"["addGeofence",{"identifier":"a","vertices":[[1,2],[3,4]]}]"#, "addGeofence", "geofence.vertices"),
            (
                #"["addGeofence",{"identifier":"a","vertices":[[1],[2],[3]]}]"#, "addGeofence",
                "geofence.vertices[0]: expected [latitude, longitude]"
            ),
            (
                #"["addGeofence",{"identifier":"a","latitude":1,"longitude":0,"radius":9,"loiteringDelay":-1}]"#,
                "addGeofence", "geofence.loiteringDelay: expected 0 or more milliseconds, found -1.0"
            ),
            (
                #"["addGeofence",{"identifier":"a","latitude":1,"longitude":0,"radius":9,"notifyOnExit":"no"}]"#,
                "addGeofence", "geofence.notifyOnExit"
            ),
            (#"["addGeofences",{}]"#, "addGeofences", "is an object, expected a list of fences"),
            (#"[1]"#, nil, "the command has no name"), (#"[]"#, nil, "the command has no name"),
            (#""start""#, nil, "the command is the text \"start\""),
        ] as [(String, String?, String)]
    )
    func problems(text: String, name: String?, message: String) throws {
        let commands = read(#"[["start"],\#(text),["stop"]]"#)
        // A text as the first element makes a single command; these start with a list.
        #expect(commands.commands == [.start, .stop], "\(commands)")
        let problem = try #require(commands.problems.first)
        #expect(commands.problems.count == 1 && problem.index == 1 && problem.command == name)
        #expect(problem.message.contains(message), "\(problem.message)")
    }

    @Test("of several fences and names the valid ones are accepted")
    func partly() throws {
        let good = try Self.circle("a")
        let commands = read(#"[["addGeofences",[\#(good),{},\#(good)]],["removeGeofences",["x",1]]]"#)
        guard case .addGeofences(let fences)? = commands.commands.first else {
            Issue.record("\(commands)")
            return
        }
        #expect(fences.map(\.identifier) == ["a", "a"])
        #expect(commands.commands.last == .removeGeofences(["x"]))
        #expect(commands.problems.map(\.index) == [0, 1])
    }

    @Test("an empty list of names removes nothing")
    func emptyRemoval() {
        #expect(read(#"["removeGeofences",[]]"#).isEmpty)
    }

    @Test(
        "an answer without commands has none and is not a problem",
        arguments: [
            "", "ok", "{}", "[]", #"{"background_geolocation":null}"#, #"{"background_geolocation":[]}"#,
            #"{"message":"background_geolocation"}"#, #"{"background_geolocation":["#,
        ]
    )
    func none(answer: String) {
        #expect(RemoteCommands.read(Array(answer.utf8)).isEmpty)
    }

    @Test("a value that is not a list is reported")
    func noList() {
        let commands = read(#"{"start":true}"#)
        #expect(commands.commands.isEmpty && commands.problems.count == 1)
    }
}
