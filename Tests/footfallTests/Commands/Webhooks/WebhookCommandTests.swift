import Foundation
import HostileReceivers
import LongTests
import Testing

@testable import footfall

@Suite("The commands for endpoints and their messages")
struct WebhookCommandTests {
    /// A database with the small network, and an endpoint at a receiver that behaves as its path says.
    private static func bench(
        _ path: String,
        _ options: String...
    ) async throws -> (CommandBench, HostileReceiver, String) {
        let (bench, receiver) = (try CommandBench(), try HostileReceiver())
        _ = await bench.run("facilities", "import", try bench.file("facilities.csv", CommandBench.facilities))
        _ = await bench.run("members", "import", try bench.file("members.csv", CommandBench.members))
        let url = "http://127.0.0.1:\(receiver.port)\(path)"
        let added = await bench.run(
            ["webhooks", "add", url, "--id", "partner", "--allow-private", "--allow-insecure"] + options
        )
        #expect(added.status == 0, "\(added.errors)")
        return (bench, receiver, added.output)
    }

    private static func replay(_ bench: CommandBench) async throws {
        let track = try bench.file("track.csv", CommandBench.track)
        let outcome = await bench.run("replay", track, "--policy", "bare", "--notify")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("a secret is printed once, and is in no later output and in no file")
    func secret() async throws {
        let (bench, receiver, added) = try await Self.bench("/200")
        let secret = try #require(added.split(separator: "\n").first { $0.hasPrefix("whsec_") })
        try await Self.replay(bench)
        #expect(await bench.run("webhooks", "deliver").output.contains("messages delivered"))
        for command in ["list", "show partner", "deliveries", "test partner"] {
            for format in ["table", "json", "csv"] where !(command.hasPrefix("test") && format != "table") {
                let arguments = command.split(separator: " ").map(String.init)
                let outcome = await bench.run(
                    ["webhooks"] + arguments + (command.hasPrefix("test") ? [] : ["--format", format])
                )
                #expect(outcome.status == 0, "\(command): \(outcome.errors)")
                #expect(!(outcome.output + outcome.errors).contains("whsec_"), "\(command)")
            }
        }
        let bytes = Array(secret.dropFirst("whsec_".count).utf8)
        for file in try FileManager.default.contentsOfDirectory(at: bench.folder, includingPropertiesForKeys: nil) {
            // SQLite removes the files beside the database once the last connection is closed.
            guard let data = FileManager.default.contents(atPath: file.path) else { continue }
            let content = [UInt8](data)
            #expect(content.firstRange(of: bytes) == nil, "\(file.lastPathComponent) holds the secret")
        }
        _ = receiver
    }

    @Test("a failing receiver gets its messages when it works again, once the dead ones are replayed")
    func failing() async throws {
        let (bench, receiver, _) = try await Self.bench("/500", "--events", "visit.entered")
        try await Self.replay(bench)
        let delivered = await bench.run("webhooks", "deliver")
        #expect(delivered.output.contains("0 messages delivered"))
        #expect(delivered.output.contains("failed and will be repeated"))
        let list = await bench.run("webhooks", "list", "--format", "json")
        #expect(list.output.contains("\"state\": \"failing\""))
        let deliveries = await bench.run("webhooks", "deliveries", "--format", "csv")
        let message = try #require(
            deliveries.output.split(separator: "\n").dropFirst().first?.split(separator: ",").first
        )
        let tries = await bench.run("webhooks", "deliveries", String(message))
        #expect(tries.output.contains("500"))
        let dead = await bench.run("webhooks", "replay", "--dead")
        #expect(dead.output.hasPrefix("nothing to send\n"))
        #expect(dead.output.contains("waiting for a retry; --state scheduled sends them"))
        let plan = await bench.run("webhooks", "replay", "--endpoint", "partner", "--dry-run")
        #expect(plan.output.contains("to send:\n") && plan.output.contains("waiting for a retry"))
        let before = receiver.requests.count
        let sent = await bench.run("webhooks", "replay", "--endpoint", "partner")
        #expect(sent.output.contains("due now"))
        // The timers do not matter any more.
        #expect(await bench.run("webhooks", "deliver").output.contains("failed and will be repeated"))
        #expect(receiver.requests.count > before)
        #expect(await bench.run("webhooks", "purge").output.contains("0 messages deleted"))
        #expect(receiver.requests.count >= 1)
    }

    @Test("an endpoint is disabled, enabled and removed, and with waiting messages removed only by force")
    func life() async throws {
        let (bench, receiver, _) = try await Self.bench("/200")
        try await Self.replay(bench)
        #expect(await bench.run("webhooks", "disable", "partner").status == 0)
        #expect(await bench.run("webhooks", "deliver").output.contains("0 messages delivered"))
        #expect(receiver.requests.isEmpty)
        let refused = await bench.run("webhooks", "remove", "partner")
        #expect(refused.status == 65 && refused.errors.contains("--force"))
        #expect(await bench.run("webhooks", "enable", "partner").output.contains("queued for it"))
        #expect(await bench.run("webhooks", "deliver").status == 0)
        #expect(!receiver.requests.isEmpty)
        #expect(await bench.run("webhooks", "remove", "partner").status == 0)
        #expect(await bench.run("webhooks", "list").output.contains("no endpoints"))
    }

    @Test(
        "what can't be done ends with a status and a word on what to do",
        .long,
        arguments: [
            ("add http://example.com/", 65, "--allow-insecure"),
            ("add https://127.0.0.1/", 65, "--allow-private"),
            ("add https://2130706433/", 65, "--allow-private"),
            ("add https://example.com:22/", 65, "--allow-port"),
            ("add https://user:pw@example.com/", 65, "user"),
            ("add ftp://example.com/", 65, "https"),
            ("add https://example.com/ --events visit.left", 64, "visit.entered"),
            ("add https://example.com/ --events ,", 64, "no type"),
            ("add https://example.com/ --facility nowhere", 65, "nowhere"),
            ("deliver --proxy nonsense", 64, "not a proxy"), ("deliver --ca-file /etc/hostname", 65, "certificate"),
            ("add https://example.com/ --secret-file none", 66, "none"),
            ("show nobody", 65, "webhooks list"), ("test nobody", 65, "webhooks list"),
            ("enable nobody", 65, "webhooks list"), ("deliveries msg_none", 65, "msg_none"),
            ("deliveries --endpoint nobody", 65, "webhooks list"), ("deliveries --dead --pending", 64, "--pending"),
            ("replay", 64, "--since"), ("replay msg_none", 65, "msg_none"),
            ("replay --since 2024-02-01 --until 2024-01-01", 64, "--until"), ("replay --state gone", 64, "state"),
            ("replay --endpoint nobody", 65, "webhooks list"),
            ("rotate-secret nobody", 65, "webhooks list"), ("rotate-secret partner --overlap 9999", 64, "720"),
            ("deliver --connections 0", 64, "10000"), ("deliver --ca-file none", 66, "none"),
        ]
    )
    func refusals(line: String, status: Int32, expected: String) async throws {
        let (bench, _, _) = try await Self.bench("/200")
        let outcome = await bench.run(["webhooks"] + line.split(separator: " ").map(String.init))
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("without its key file nothing is sent, and the missing file is named")
    func keyFile() async throws {
        let (bench, receiver, _) = try await Self.bench("/200")
        try await Self.replay(bench)
        let key = bench.folder.appending(path: "footfall.sqlite.webhook-key")
        try FileManager.default.moveItem(at: key, to: bench.folder.appending(path: "elsewhere"))
        let outcome = await bench.run("webhooks", "deliver")
        #expect(outcome.status == 66 && outcome.errors.contains("footfall.sqlite.webhook-key"))
        #expect(receiver.requests.isEmpty)
        let elsewhere = bench.folder.appending(path: "elsewhere").path
        #expect(await bench.run("webhooks", "deliver", "--key-file", elsewhere).status == 0)
        #expect(!receiver.requests.isEmpty)
    }

    @Test("a new secret has the kind of the present one, and a second one in the overlap needs force")
    func rotation() async throws {
        let (bench, _, _) = try await Self.bench("/200", "--algorithm", "ed25519")
        let first = await bench.run("webhooks", "rotate-secret", "partner")
        #expect(first.status == 0 && first.output.contains("whpk_") && !first.output.contains("whsec_"))
        #expect(first.output.contains("keeps signing for 24 h"))
        let second = await bench.run("webhooks", "rotate-secret", "partner")
        #expect(second.status == 65 && second.errors.contains("--force"))
        #expect(await bench.run("webhooks", "rotate-secret", "partner", "--force").status == 0)
        let file = try bench.file("hmac", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
        let other = await bench.run("webhooks", "rotate-secret", "partner", "--force", "--secret-file", file)
        #expect(other.status == 64 && other.errors.contains("--algorithm"))
        let meant = await bench.run(
            "webhooks",
            "rotate-secret",
            "partner",
            "--force",
            "--secret-file",
            file,
            "--algorithm",
            "hmac"
        )
        #expect(meant.status == 0, "\(meant.errors)")
        #expect(
            await bench.run("webhooks", "show", "partner", "--format", "json").output.contains("\"signature\": \"v1\"")
        )
    }

    @Test("another database's key is refused, and a lost one is replaced where that is requested")
    func otherKey() async throws {
        let (bench, receiver, _) = try await Self.bench("/200")
        try await Self.replay(bench)
        let (other, _, _) = try await Self.bench("/200")
        let key = other.folder.appending(path: "footfall.sqlite.webhook-key").path
        let url = receiver.url("/200")
        for line in [["rotate-secret", "partner"], ["add", url, "--allow-private", "--allow-insecure"]] {
            let outcome = await bench.run(["webhooks"] + line + ["--key-file", key])
            #expect(outcome.status == 66 && outcome.errors.contains("--new-key"), "\(outcome.errors)")
        }
        let failed = await bench.run("webhooks", "deliver", "--key-file", key)
        #expect(failed.status == 65 && failed.errors.contains("partner"))
        #expect(receiver.requests.isEmpty)
        let new = bench.folder.appending(path: "new.key").path
        let replaced = await bench.run("webhooks", "rotate-secret", "partner", "--key-file", new, "--new-key")
        #expect(replaced.status == 0 && replaced.output.contains("whsec_"), "\(replaced.errors)")
        #expect(!replaced.output.contains("keeps signing"))
        #expect(await bench.run("webhooks", "deliver", "--key-file", new).status == 0)
        #expect(!receiver.requests.isEmpty)
    }
}
