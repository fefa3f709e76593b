import Foundation
import HTTPTypes
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Imports on the dashboard")
struct ImportPageTests {
    private static let file = """
        facility_id,name,latitude,longitude,radius
        g1,Gym One,45.1,-93.1,120
        g2,<script>alert(1)</script>,95,-93.2,120
        """

    private static func upload(_ page: String) throws -> String {
        try String(#require(page.firstMatch(of: /name="upload" value="([^"]+)"/)).1)
    }

    @Test("A file is checked, its errors shown by line, and written only after confirmation")
    func twoSteps() async throws {
        let scene = try ServiceScene(places: 0)
        let browser = try await DashboardBench(scene, as: .admin)
        let tried = try await browser.upload("/import", ["kind": "facilities"], file: Self.file, name: "gyms.csv")
        #expect(tried.status == 200)
        #expect(tried.text.contains("<dt>Facilities added</dt><dd>1</dd>"))
        #expect(tried.text.contains("<dt>Not usable</dt><dd>1</dd>"))
        #expect(tried.text.contains(#"data-label="Line">3</th>"#))
        #expect(!tried.text.contains("<script>alert"))
        #expect(try scene.store.facilities.all().isEmpty)
        let done = try await browser.send(
            "/import/confirm",
            ["upload": Self.upload(tried.text)],
            from: "/import"
        )
        #expect(done.location == "/facilities")
        #expect(try scene.store.facilities.all().map(\.facility.id.text) == ["g1"])
        #expect(try await browser.open("/facilities").text.contains("facilities added: 1"))
        // The confirmation is valid once.
        let again = try await browser.send("/import/confirm", ["upload": Self.upload(tried.text)], from: "/import")
        #expect(again.location == "/import")
        #expect(try await browser.open("/import").text.contains("no longer cached"))
    }

    @Test("Of very many faulty rows the page shows a bounded number and says how many there are")
    func manyErrors() async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .admin)
        let rows = String(repeating: "g,95,-93,100\n", count: 5_000)
        let page = try await browser.upload(
            "/import",
            file: "id,latitude,longitude,radius\n" + rows + "ok,45,-93,100\n",
            name: "a.csv"
        )
        #expect(page.status == 200)
        #expect(page.text.contains(/Only the first [0-9,]+ of [0-9,]+ diagnostics are shown/))
        #expect(page.bytes.count < 1 << 20)
        let members = "member_id,facility_id\n" + String(repeating: "m,nowhere\n", count: 5_000) + "m,g1\n"
        let second = try await browser.upload("/import", ["kind": "members"], file: members, name: "b.csv")
        #expect(second.text.contains(/Only the first [0-9,]+ of [0-9,]+ diagnostics are shown/))
        #expect(second.bytes.count < 1 << 20)
    }

    @Test("The unused columns are named")
    func ignoredColumns() async throws {
        let browser = try await DashboardBench(ServiceScene(places: 0), as: .admin)
        let file = "id,latitude,longitude,phone,<b>site</b>\ng1,45.1,-93.1,555,x\n"
        let page = try await browser.upload("/import", file: file, name: "a.csv").text
        #expect(page.contains("Ignored columns: phone, &lt;b&gt;site&lt;/b&gt;</p>"))
        let all = try await browser.upload("/import", file: Self.file, name: "a.csv").text
        #expect(!all.contains("Ignored columns"))
    }

    @Test("The preview names what a partial file leaves as it is, and GeoJSON is taken")
    func keptFields() async throws {
        let scene = try ServiceScene(places: 0)
        let browser = try await DashboardBench(scene, as: .admin)
        let list =
            #"{"type":"Feature","id":"g1","geometry":{"type":"Point","coordinates":[-93.1,45.1]},"#
            + #""properties":{"name":"One","radius":120}}"#
        let first = try await browser.upload("/import", file: list, name: "a.geojson")
        #expect(!first.text.contains("Kept as stored"))
        _ = try await browser.send("/import/confirm", ["upload": Self.upload(first.text)], from: "/import")
        let partial = try await browser.upload("/import", file: "id,lat,lon\ng1,45.2,-93.2\n", name: "b.csv").text
        #expect(partial.contains("the field is empty: name of 1, radius_m of 1 facilities."))
        _ = try await browser.send("/import/confirm", ["upload": Self.upload(partial)], from: "/import")
        let stored = try #require(try scene.store.facilities.find(FacilityID("g1"))?.facility)
        #expect(stored.name == "One" && stored.geofence.center.latitude == 45.2)
    }

    @Test("A file of another session, or from too long ago, is not written")
    func ofOthers() async throws {
        let scene = try ServiceScene(places: 0)
        let (one, other) = (
            try await DashboardBench(scene, as: .admin), try await DashboardBench(scene, as: .admin)
        )
        let upload = try Self.upload(await one.upload("/import", file: Self.file, name: "a.csv").text)
        _ = try await other.send("/import/confirm", ["upload": upload], from: "/import")
        #expect(try scene.store.facilities.all().isEmpty)
        scene.advance(seconds: 1_801)
        _ = try await one.send("/import/confirm", ["upload": upload], from: "/import")
        #expect(try scene.store.facilities.all().isEmpty)
    }

    @Test("A file without a usable row can't be imported")
    func unusable() async throws {
        let scene = try ServiceScene(places: 0)
        let browser = try await DashboardBench(scene, as: .admin)
        let bad = "facility_id,name,latitude,longitude,radius\ng2,x,95,-93.2,120\n"
        let page = try await browser.upload("/import", file: bad, name: "a.csv").text
        #expect(page.contains("No usable row."))
        #expect(!page.contains("name=\"upload\""))
        let strict = try await browser.upload("/import", ["strict": "true"], file: Self.file, name: "a.csv").text
        #expect(strict.contains("strict mode is on"))
    }

    @Test("Members are imported in the same way")
    func members() async throws {
        let scene = try ServiceScene()
        let browser = try await DashboardBench(scene, as: .admin)
        let file = "member_id,facility_id,device_id,platform\nann,p0,phone,ios\n"
        let tried = try await browser.upload("/import", ["kind": "members"], file: file, name: "m.csv")
        #expect(tried.text.contains("<dt>Members added</dt><dd>1</dd>"))
        let done = try await browser.send("/import/confirm", ["upload": Self.upload(tried.text)], from: "/import")
        #expect(done.location == "/members")
        #expect(try scene.store.members.find(MemberID("ann"))?.devices.map(\.id.text) == ["phone"])
    }

    @Test("Missing or wrong values of the form are listed above it")
    func form() async throws {
        let browser = try await DashboardBench(ServiceScene(), as: .admin)
        let none = try await browser.upload("/import", file: "", name: "")
        #expect(none.status == 400)
        #expect(none.text.contains("Choose a file first"))
        let zone = try await browser.upload("/import", ["zone": "Mars/Olympus"], file: Self.file, name: "a.csv")
        #expect(zone.status == 400)
        #expect(zone.text.contains("Mars/Olympus"))
        let columns = try await browser.upload("/import", ["columns": "nothing=X"], file: Self.file, name: "a.csv")
        #expect(columns.status == 400)
        // Without the session's form token it is not even checked.
        let foreign = try await browser.upload("/import", ["form_token": "AAAA"], file: Self.file, name: "a.csv")
        #expect(foreign.status == 403)
    }

    @Test("An incomplete form is refused, and bytes in a file stay as they are")
    func multipart() throws {
        let content = "a\r\n--x\r\n--\r\nb"
        let body =
            "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\(content)\r\n--xyz--\r\n"
        let type = "multipart/form-data; boundary=xyz"
        let form = try #require(MultipartForm(Array(body.utf8), contentType: type))
        #expect(form.parts.map(\.bytes) == [Array(content.utf8)])
        #expect(form.parts.first?.fileName == "a.csv")
        for length in 0..<(body.utf8.count - 4) {
            #expect(MultipartForm(Array(body.utf8.prefix(length)), contentType: type) == nil, "\(length)")
        }
        #expect(MultipartForm(Array(body.utf8), contentType: "multipart/form-data") == nil)
    }
}
