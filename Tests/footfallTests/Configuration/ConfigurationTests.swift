import Foundation
import Testing

@testable import footfall

@Suite("Options from the environment and from a file")
struct ConfigurationTests {
    private let bench: CommandBench

    init() throws { bench = try CommandBench() }

    /// The lines of `config show --set`, of which each has a key, a value and a source.
    private func settings(_ arguments: String...) async -> [String] {
        await bench.run(["config", "show", "--set", "--format", "csv"] + arguments).output
            .split(separator: "\n").dropFirst().map { $0.split(separator: ",").dropLast().joined(separator: ",") }
    }

    @Test("each option has its default, the file's value, or the environment's, which goes before the file's")
    func sources() async throws {
        let file = try bench.file(
            "footfall.yaml",
            """
            serve:
              port: 8443
              trusted-proxy: [10.0.0.0/8, 192.168.0.1]
              cors-origin: https://a.example, https://b.example
              webhooks: false
              host: "::"
            facilities: {import: {strict: true}}
            """
        )
        bench.database = nil
        bench.environment = ["FOOTFALL_SERVE_PORT": "9000", "FOOTFALL_CONFIG": file, "FOOTFALL_SERVE_HOST": ""]
        #expect(
            await settings() == [
                "serve.host,::,footfall.yaml", "serve.port,9000,FOOTFALL_SERVE_PORT",
                #"serve.trusted-proxy,"10.0.0.0/8, 192.168.0.1",footfall.yaml"#,
                #"serve.cors-origin,"https://a.example, https://b.example",footfall.yaml"#,
                "serve.webhooks,false,footfall.yaml",
                "facilities.import.strict,true,footfall.yaml",
            ]
        )
        // Whichever way the file is named.
        bench.environment["FOOTFALL_CONFIG"] = nil
        #expect(await settings("--config", file).count == 6)
        #expect(await settings("--config=\(file)").count == 6)
        #expect(await settings() == ["serve.port,9000,FOOTFALL_SERVE_PORT"])
        let all = await bench.run("config", "show").output
        for (key, value) in [("serve.body-limit", "16"), ("serve.webhooks", "true"), ("replay.policy", "standard")] {
            let line = all.split(separator: "\n").first { $0.hasPrefix(key + " ") } ?? ""
            let words = line.split(separator: " ").map(String.init)
            #expect(words.starts(with: [key, value, "default"]), "\(line)")
        }
    }

    @Test("an argument goes before the environment and the file")
    func arguments() async throws {
        let import_ = try bench.file("facilities.csv", CommandBench.facilities)
        let track = try bench.file("track.csv", CommandBench.track)
        _ = await bench.run("facilities", "import", import_)
        bench.environment = ["FOOTFALL_REPLAY_POLICY": "no-such-policy.yaml"]
        #expect(await bench.run("replay", track).errors.contains("no-such-policy.yaml"))
        #expect(await bench.run("replay", track, "--policy", "standard").status == 0)
        #expect(await bench.run("replay", "--policy=standard", track).status == 0)
        // Other commands have no such option, and are not concerned.
        #expect(await bench.run("facilities", "list").status == 0)
    }

    @Test("the file can name the database, and the environment goes before it")
    func database() async throws {
        let import_ = try bench.file("facilities.csv", CommandBench.facilities)
        _ = await bench.run("facilities", "import", import_)
        let file = try bench.file("footfall.yaml", "database: \(bench.database ?? "")\n")
        bench.database = nil
        #expect(await bench.run("facilities", "list").status == 64)
        #expect(await bench.run("facilities", "list", "--config", file).status == 0)
        #expect(await settings("--config", file) == ["database,footfall.sqlite,footfall.yaml"])
        bench.database = bench.folder.appending(path: "other.sqlite").path
        #expect(await bench.run("facilities", "list", "--config", file).status == 66)
    }

    @Test("a flag is set by true, and is not by false")
    func flags() async throws {
        let wrong = try bench.file("wrong.csv", "facility_id,name,lat,lon\nx,X,95,0\ny,Y,51,0\n")
        func imports(_ strict: String) async throws -> Int32 {
            let file = try bench.file("footfall.yaml", "facilities: {import: {strict: \(strict)}}\n")
            return await bench.run("facilities", "import", wrong, "--config", file).status
        }
        #expect(try await imports("true") == 65)
        #expect(try await imports("false") == 0)
        #expect(try await imports("maybe") == 78)
    }

    @Test(
        "a file that can't be used is refused with its name, its line and what was probably meant",
        arguments: [
            (
                "serve:\n  host: localhost\n  prot: 80\n",
                "footfall.yaml:3: there is no option `serve.prot`, did you mean `serve.port`?"
            ),
            ("serve.port: 80\n", "`serve.port` is not written with dots, expected `serve: {port: …}`"),
            ("databas: x\n", "footfall.yaml:1: there is no option `databas`, did you mean `database`?"),
            ("serve:\n  port: [1, 2]\n", "footfall.yaml:2: `serve.port` is not one value"),
            ("serve:\n  tls-cert: ~\n", "footfall.yaml:2: `serve.tls-cert` is not one value"),
            ("facilities: {import: {dry-run: true}}\n", "there is no option `facilities.import.dry-run`"),
            ("serve:\n  trusted-proxy: {a: b}\n", "`serve.trusted-proxy` is not a value or a list of values"),
            ("serve: 8080\n", "footfall.yaml:1: `serve` has no keys"), ("- serve\n", "footfall.yaml:1: has no keys"),
            ("serve: {port: 1\n", "is not YAML"), ("serve: {port: 1}\nserve: {host: a}\n", "is not YAML"),
            ("members:\n  list: {format: csv}\n", "there is no option `members.list`"),
        ]
    )
    func faults(text: String, expected: String) async throws {
        let file = try bench.file("footfall.yaml", text)
        #expect(await bench.run("serve", "--help", "--config", file).status == 0)
        #expect(await bench.run("--version", "--config", file).status == 0)
        for command in [["config", "show"], ["facilities", "list"], ["serve"]] {
            let outcome = await bench.run(command + ["--config", file])
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        }
    }

    @Test("a value that the command refuses is reported with a note that it was configured")
    func refused() async throws {
        bench.environment = ["FOOTFALL_SERVE_PORT": "99999"]
        let outcome = await bench.run("serve")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--port is 99999"))
        #expect(outcome.errors.contains("`footfall config show`"))
        #expect(await bench.run("serve", "--config").status == 64)
        #expect(await bench.run("serve", "--config=").status == 64)
        #expect(await bench.run("serve", "--config", "").status == 64)
        #expect(await bench.run("serve", "--config", "a", "--config=b").errors.contains("given twice"))
        #expect(await bench.run("serve", "--config", "none.yaml").status == 66)
    }

    @Test("a file with comments alone configures nothing")
    func comments() async throws {
        let file = try bench.file("footfall.yaml", "# nothing yet\n")
        bench.database = nil
        #expect(await bench.run("config", "show", "--set", "--config", file).output == "nothing is configured\n")
    }

    @Test("a file of an option may be a credential of systemd, which only a command that uses it needs")
    func credentials() async throws {
        let file = try bench.file("facilities.csv", CommandBench.facilities)
        bench.environment = [
            "FOOTFALL_SERVE_TLS_CERT": "credential:tls-cert", "FOOTFALL_SERVE_TLS_KEY": "credential:../tls-key",
            "FOOTFALL_WEBHOOK_KEY_FILE": "credential:key",
        ]
        #expect(await settings().contains("serve.tls-cert,credential:tls-cert,FOOTFALL_SERVE_TLS_CERT"))
        #expect(await bench.run("facilities", "import", file).status == 0)
        let backup = await bench.run("backup", bench.folder.appending(path: "copy.sqlite").path)
        #expect(backup.status == 78 && backup.errors.contains("LoadCredential="), "\(backup.errors)")
        #expect(await bench.run("serve").errors.contains("LoadCredential="))
        bench.environment["CREDENTIALS_DIRECTORY"] = bench.folder.path
        #expect(await bench.run("serve").errors.contains("`credential:../tls-key` is not the name of a credential"))
        bench.environment["FOOTFALL_SERVE_TLS_KEY"] = "credential:tls-key"
        bench.environment["FOOTFALL_WEBHOOK_KEY_FILE"] = nil
        let missing = await bench.run("serve")
        #expect(missing.status == 66 && missing.errors.contains("tls-cert: there is no such file"), "\(missing.errors)")
    }

    @Test("a path in the file is relative to the file's folder, and a path of the environment is not")
    func paths() async throws {
        let file = try bench.file(
            "footfall.yaml",
            "database: other.sqlite\nreplay: {policy: mine.yaml}\nserve: {tls-cert: c.pem, tls-key: k.pem, policy: bare}\n"
        )
        bench.database = nil
        let list = await bench.run("facilities", "list", "--config", file)
        #expect(list.errors.contains("there is no database `other.sqlite`"), "\(list.errors)")
        let track = try bench.file("track.csv", CommandBench.track)
        #expect(await bench.run("replay", track, "--config", file).errors.contains("mine.yaml"))
        #expect(await bench.run("serve", "--config", file).errors.contains("c.pem: there is no such file"))
    }

    @Test("a variable that looks like that of an option is reported")
    func unknownVariables() async throws {
        bench.environment = ["FOOTFALL_SERVE_PROT": "1", "FOOTFALL_SERVE_OPTIONS": "", "FOOTFALL_SHARED_DATA": "x"]
        let warning = "warning: FOOTFALL_SERVE_PROT is no option; did you mean FOOTFALL_SERVE_PORT?\n"
        #expect(await bench.run("config", "show").errors == warning)
        #expect(await bench.run("serve", "--trusted-proxy", "nowhere").errors.hasPrefix(warning))
    }
}
