import LongTests
import Testing

@testable import footfall

@Suite("Help")
struct HelpTests {
    @Test(
        "a command's help is as recorded",
        .long,
        arguments: [
            "", "facilities", "facilities import", "facilities list", "facilities near", "facilities show",
            "facilities export", "members", "members import", "members list", "members show", "members add-facility",
            "members remove-facility", "replay", "events", "visits", "counts", "counts show", "report",
            "report month", "report close", "report payout", "report payout show", "report payout set",
            "report payout end",
            "registrations", "devices",
            "devices list", "devices reboot", "devices app-update", "policy", "policy show", "simulate", "doctor",
            "lab",
            "schedule", "schedule explain",
            "tracking-options", "tracking-options show", "tracking-options set", "tracking-options validate",
            "webhooks", "webhooks add", "webhooks list", "webhooks show", "webhooks test", "webhooks rotate-secret",
            "webhooks disable", "webhooks enable", "webhooks remove", "webhooks deliveries", "webhooks replay",
            "webhooks purge", "webhooks deliver", "webhooks listen", "members erase", "members export", "visits list",
            "visits queue",
            "visits show", "visits confirm", "visits decline", "visits add", "visits move", "visits note",
            "visits clear", "visits undo",
            "quarantine", "quarantine list",
            "quarantine show", "quarantine retry", "quarantine purge", "settings", "settings show", "settings set",
            "backup", "restore", "upgrade", "check", "config", "config show",
            "demo", "serve", "tokens", "tokens add", "tokens list", "tokens remove",
            "access-record", "members finish-erasure",
            "export", "export visits", "export events", "export fixes", "export facilities",
        ]
    )
    func help(command: String) async throws {
        let words = command.split(separator: " ").map(String.init)
        let outcome = try await CommandBench().run(words + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        try GoldenFile("help/\((["footfall"] + words).joined(separator: "-")).txt").expect(outcome.output)
    }
}
