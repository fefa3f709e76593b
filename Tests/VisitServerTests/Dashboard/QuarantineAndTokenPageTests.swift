import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Quarantine and tokens at the dashboard")
struct QuarantineAndTokenPageTests {
    private static func quarantine(_ texts: [String], code: String, _ store: VisitStore) throws {
        _ = try store.quarantine.add(
            texts.map { text in
                NewQuarantine(
                    app: text,
                    member: try? MemberID(text),
                    device: try? DeviceID(text),
                    code: code,
                    message: text,
                    record: Array(text.utf8),
                    digest: Array("\(code) \(text)".utf8),
                    receivedAt: ServiceScene.start
                )
            }
        )
    }

    @Test("Records are listed and shown as text, whatever they hold")
    func hostile() async throws {
        let scene = try ServiceScene()
        try Self.quarantine(ServiceScene.hostileTexts, code: "bad", scene.store)
        let browser = try await DashboardBench(scene, as: .read)
        let list = try await browser.open("/quarantine").text
        #expect(list.contains("\(ServiceScene.hostileTexts.count) records"))
        #expect(!list.contains("Forget"))
        var all = list
        for match in list.matches(of: /href="(\/quarantine\/\d+)"/) {
            let answer = try await browser.open(String(match.1))
            #expect(answer.status == 200)
            all += answer.text
        }
        for harm in ["<script>alert", "<img src=x", "onmouseover='alert", "<b>", "<i>", "\"\u{301} onfocus"] {
            #expect(!all.utf8.contains(harm), "\(harm)")
        }
        #expect(all.utf8.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(try await browser.open("/quarantine/999").status == 404)
        #expect(try await browser.open("/quarantine/x").status == 404)
    }

    @Test("Purging deletes the matching records, and all records only with `all`")
    func purge() async throws {
        let scene = try ServiceScene()
        try Self.quarantine(["one", "two"], code: "early", scene.store)
        try Self.quarantine(["one", "three"], code: "late", scene.store)
        let browser = try await DashboardBench(scene, as: .admin)
        #expect(try await browser.open("/quarantine?code=late").text.contains("2 records"))
        #expect(try await browser.send("/quarantine/purge", from: "/quarantine").status == 400)
        #expect(try scene.store.quarantine.count() == 4)
        _ = try await browser.send("/quarantine/purge", ["code": "late"], from: "/quarantine")
        #expect(try scene.store.quarantine.count() == 2)
        let key = try #require(try scene.store.quarantine.all().first).key.rawValue
        let retried = try await browser.send("/quarantine/\(key)/retry", from: "/quarantine")
        #expect(retried.status == 303)
        #expect(try await browser.open("/quarantine/\(key)").text.contains("be used:"))
        _ = try await browser.send("/quarantine/\(key)/remove", from: "/quarantine")
        #expect(try scene.store.quarantine.count() == 1)
        #expect(try await browser.send("/quarantine/\(key)/remove", from: "/quarantine").status == 404)
        _ = try await browser.send("/quarantine/purge", ["all": "true"], from: "/quarantine")
        #expect(try scene.store.quarantine.count() == 0)
    }

    @Test("A token is created, shown once, listed without its secret, and removed")
    func tokens() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let form = ["role": "read", "note": "<script>alert(1)</script>", "days": "30"]
        let made = try await browser.send("/tokens", form, from: "/tokens").text
        let text = try #require(made.firstMatch(of: /<code id="secret">(ff_[^<]+)</)).1
        let token = try #require(AccessToken(text: text))
        #expect(try await scene.ask(.get, "/v1/facilities", token).status == 200)
        let list = try await browser.open("/tokens").text
        #expect(list.contains(token.id.text))
        #expect(!list.contains(text))
        #expect(!list.contains("<script>alert"))
        #expect(list.contains("yours"))
        _ = try await browser.send("/tokens/\(token.id)/remove", from: "/tokens")
        #expect(try await scene.ask(.get, "/v1/facilities", token).status == 401)
        #expect(try await browser.send("/tokens/\(token.id)/remove", from: "/tokens").status == 404)
    }

    @Test(
        "A token that can't be is refused above the form",
        arguments: [
            ["role": "read", "member": "ann"], ["days": "0"], ["days": "soon"], ["role": "ingest", "device": "\u{1}"],
        ]
    )
    func refused(form: [String: String]) async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let before = try scene.store.accessTokens.all().count
        let answer = try await browser.send("/tokens", form, from: "/tokens")
        #expect(answer.status == 400)
        #expect(answer.text.contains("role=\"alert\""))
        #expect(try scene.store.accessTokens.all().count == before)
    }

    @Test("A user who removes the own token is signed out")
    func own() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let id = try #require(try scene.store.accessTokens.all().last).id
        _ = try await browser.send("/tokens/\(id)/remove", from: "/tokens")
        #expect(try await browser.open("/tokens").location?.hasPrefix("/sign-in") == true)
    }
}
