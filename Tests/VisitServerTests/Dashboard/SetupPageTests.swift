import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Setting up a phone on the dashboard")
struct SetupPageTests {
    @Test("Every app has its settings, without a token before one is created", arguments: SetupApp.allCases)
    func settings(app: SetupApp) async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .read)
        let page = try await browser.open("/setup?app=\(app.rawValue)&address=https%3A%2F%2Fff.example.org%2F").text
        #expect(page.contains("https://ff.example.org"))
        #expect(!page.contains("https://ff.example.org//"))
        #expect(page.contains("TOKEN"))
        #expect(!page.contains("<svg class=\"qr\""))
        // A user with read access creates no token.
        #expect(!page.contains("Create a token for a phone"))
    }

    @Test(
        "A token is made for a member and a phone, shown once, and sends fixes",
        arguments: SetupApp.allCases
    )
    func token(app: SetupApp) async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let form = [
            "app": app.rawValue, "address": "https://ff.example.org", "member": "ann", "device": "anns <phone>",
            "platform": "android",
        ]
        let page = try await browser.send("/setup", form, from: "/setup").text
        let text = try #require(page.firstMatch(of: /ff_[a-z0-9]{8}_[A-Za-z0-9_-]{43}/))
        let token = try #require(AccessToken(text: text.0))
        let record = try #require(try scene.store.accessTokens.find(token.id))
        #expect(record.role == .ingest)
        #expect(record.member?.text == "ann")
        #expect(record.device?.text == "anns <phone>")
        #expect(page.contains("<svg class=\"qr\"") == [.ownTracks, .overland, .traccar].contains(app))
        #expect(!page.contains("anns <phone>"))
        let later = try await browser.open("/setup?app=\(app.rawValue)").text
        #expect(!later.contains(text.0))
        let answer = try await scene.ask(
            .post,
            "/v1/fixes",
            token,
            json: #"{"time":"2024-03-11T12:00:00Z","lat":45,"lon":-93,"accuracy":10}"#
        )
        #expect(answer.status == 200)
        let device = try #require(try scene.store.devices.find(DeviceID("anns <phone>"))?.device)
        #expect(device.member.text == "ann" && device.platform == .android && device.isPlatformKnown)
    }

    @Test("The page waits for the first fix of the phone, and says what arrived")
    func firstFix() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "another", member: "bob", minutes: 2)
        // The member has sent before, with another token.
        try await scene.post(device: "old", member: "ann", minutes: 2)
        let browser = try await DashboardBench(scene, as: .admin)
        let form = ["app": "owntracks", "member": "ann", "device": "", "platform": "ios"]
        let page = try await browser.send("/setup", form, from: "/setup").text
        let found = page.firstMatch(of: /data-address="(\/setup\/[a-z0-9]+\/first-fix\?fixes=[0-9]+)"/)
        let address = try String(#require(found).1)
        let text = try #require(page.firstMatch(of: /ff_[a-z0-9]{8}_[A-Za-z0-9_-]{43}/))
        let token = try #require(AccessToken(text: text.0))
        #expect(try await browser.open(address).text == #"{"state":"waiting","text":"waiting for the first fix …"}"#)
        func send(latitude: Int) async throws {
            // What the app kept for an hour comes first.
            let time = scene.now.advanced(bySeconds: -3_600).iso8601
            let body = #"{"device":"phone","time":"\#(time)","lat":\#(latitude),"lon":-93,"accuracy":10}"#
            _ = try await scene.ask(.post, "/v1/fixes", token, json: body)
        }
        try await send(latitude: 450)
        var answer = try await browser.open(address).text
        #expect(answer.contains(#""state":"refused""#) && answer.contains(#""address":"/quarantine/"#), "\(answer)")
        try await send(latitude: 45)
        answer = try await browser.open(address).text
        #expect(answer.contains(#""state":"received""#) && answer.contains(#""address":"/devices/"#), "\(answer)")
        #expect(try await browser.open("/setup/none1234/first-fix").status == 404)
        let unbound = try await browser.send("/setup", ["platform": "ios"], from: "/setup").text
        #expect(!unbound.contains("first-fix") && unbound.contains("The token is for any member or phone"))
    }

    @Test("An invalid address, or a phone of another member, gets no token")
    func refused() async throws {
        let scene = try ServiceScene()
        try await scene.post(device: "phone", member: "ann", minutes: 2)
        let browser = try await DashboardBench(scene, as: .admin)
        let before = try scene.store.accessTokens.all().count
        let bad = [
            ["address": "ftp://x"], ["address": "https://a b"], ["address": "https://a/?q=1"],
            ["member": "bob", "device": "phone"], ["member": "\u{1}"], ["platform": ""], ["platform": "symbian"],
        ]
        for entries in bad {
            let form = ["platform": "unknown"].merging(entries) { $1 }
            let answer = try await browser.send("/setup", form, from: "/setup")
            #expect(answer.status == 400, "\(form)")
            #expect(answer.text.contains("role=\"alert\""), "\(form)")
        }
        #expect(try scene.store.accessTokens.all().count == before)
    }

    @Test("The code that apps scan has the address, the token and the phone")
    func links() throws {
        let values = SetupValues(base: "https://h", token: "T&1", member: "ann", device: "a b")
        #expect(
            values.link(for: .overland)
                == "overland://setup?url=https%3A%2F%2Fh%2Fv1%2Fphones%2Foverland&token=T%261&device_id=a%20b&unique_id=yes"
        )
        #expect(
            values.link(for: .traccar)
                == "org.traccar.client://config?url=https%3A%2F%2Fh%2Fv1%2Fphones%2Ftraccar%3Ftoken%3DT%25261&id=a%20b"
        )
        let link = try #require(values.link(for: .ownTracks))
        let start = "owntracks:///config?inline="
        #expect(link.hasPrefix(start))
        let base64 = try #require(link.dropFirst(start.count).removingPercentEncoding)
        let json = try JSONTree(Array(#require(Data(base64Encoded: base64))))
        #expect(json["_type"]?.text == "configuration")
        #expect(json["url"]?.text == "https://h/v1/phones/owntracks")
        #expect(json["password"]?.text == "T&1")
        #expect(json["deviceId"]?.text == "a b")
    }

    @Test("A QR code has its three eyes, a quiet zone, and grows with its text")
    func code() throws {
        let code = try #require(QRCode("footfall"))
        #expect(code.size == 21 + 8)
        var dark: Set<[Int]> = []
        for match in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            let (x, y, width) = (try #require(Int(match.1)), try #require(Int(match.2)), try #require(Int(match.3)))
            for place in x..<(x + width) { dark.insert([place, y]) }
        }
        #expect(dark.allSatisfy { $0.allSatisfy { (4..<25).contains($0) } })
        for (left, top) in [(4, 4), (18, 4), (4, 18)] {
            for x in 0..<7 {
                for y in 0..<7 {
                    let ring = max(abs(x - 3), abs(y - 3))
                    #expect(dark.contains([left + x, top + y]) == (ring != 2), "\(left + x) \(top + y)")
                }
            }
        }
        #expect(try #require(QRCode(String(repeating: "x", count: 400))).size > 60)
        #expect(QRCode(String(repeating: "x", count: 4_000)) == nil)
        #expect(QRCode("") == nil)
    }
}
