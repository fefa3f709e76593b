import TrackingModel
import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

@Suite("Requests that carry records")
struct UploadEnvelopeTests {
    private func body(
        _ records: [UploadRecord] = UploadWorld.records("a"),
        change: (inout HttpConfig) -> Void = { _ in }
    ) -> String {
        UploadWorld.text(UploadEnvelope(UploadWorld.config { change(&$0.http) }).body(of: records))
    }

    @Test("a record stands under `location`, with the params beside it")
    func plain() {
        #expect(body() == #"{"location":{"uuid":"a"}}"#)
        #expect(
            body { $0.params = ["device": .text("d1"), "b": .list([.integer(1)])] }
                == #"{"location":{"uuid":"a"},"b":[1],"device":"d1"}"#
        )
    }

    @Test("rootProperty names the key, and any text is allowed")
    func rootProperty() {
        #expect(body { $0.rootProperty = "data" } == #"{"data":{"uuid":"a"}}"#)
        #expect(body { $0.rootProperty = "a\"b" } == #"{"a\"b":{"uuid":"a"}}"#)
    }

    @Test("a full stop puts the record at the root, with the params beside its members")
    func atRoot() {
        #expect(body { $0.rootProperty = "." } == #"{"uuid":"a"}"#)
        #expect(
            body {
                $0.rootProperty = "."
                $0.params = ["device": .text("d1")]
            } == #"{"uuid":"a","device":"d1"}"#
        )
    }

    @Test("no param replaces a measured value")
    func collisions() {
        #expect(body { $0.params = ["location": .null] } == #"{"location":{"uuid":"a"}}"#)
        #expect(
            body {
                $0.rootProperty = "."
                $0.params = ["uuid": .null]
            } == #"{"uuid":"a"}"#
        )
    }

    @Test("with batchSync the records are a list in their order, also when there is one")
    func batch() {
        #expect(body { $0.batchSync = true } == #"{"location":[{"uuid":"a"}]}"#)
        #expect(
            body(UploadWorld.records("b", "a")) { $0.batchSync = true } == #"{"location":[{"uuid":"b"},{"uuid":"a"}]}"#
        )
    }

    @Test("a list at the root loses the params: a batch, and a record whose template makes a list")
    func lostParams() {
        let list = [UploadRecord(uuid: "a", json: Array("[1,2]".utf8))]
        #expect(
            body {
                ($0.rootProperty, $0.batchSync) = (".", true)
                $0.params = ["device": .text("d1")]
            } == #"[{"uuid":"a"}]"#
        )
        #expect(
            body(list) {
                $0.rootProperty = "."
                $0.params = ["device": .text("d1")]
            } == "[1,2]"
        )
        #expect(body(list) { $0.params = ["device": .text("d1")] } == #"{"location":[1,2],"device":"d1"}"#)
    }

    @Test("the geofence record of the reference, with its param")
    func reference() throws {
        let config = UploadWorld.config { $0.http.params = ["device": .text("d1")] }
        let location = try UploadWorld.geofence()
        let record = UploadRecord(uuid: "u1", json: try RecordWriting(config).json(of: location))
        let json = try ConfigValue.json(UploadEnvelope(config).body(of: [record]))
        #expect(json.keys == ["device", "location"])
        #expect(json[path: "location.geofence.action"] == .text("DWELL"))
        #expect(json[path: "location.timestamp"] == .text("2026-03-02T17:04:11.250Z"))
        #expect(json[path: "location.age"] == .integer(310))
    }

    @Test("the request has its address, method, timeout and records", arguments: HttpMethod.allCases)
    func request(method: HttpMethod) {
        let config = UploadWorld.config {
            $0.http.method = method
            $0.http.timeout = 1500
            $0.http.batchSync = true
        }
        let request = UploadEnvelope(config).request(id: 7, records: UploadWorld.records("a", "b"))
        #expect(request.id == 7 && request.purpose == .records && request.method == method)
        #expect(request.url == "https://example.com/locations" && request.timeout == .milliseconds(1500))
        #expect(request.records == ["a", "b"])
        #expect(UploadWorld.text(request.body) == #"{"location":[{"uuid":"a"},{"uuid":"b"}]}"#)
    }

    @Test("without settings the request is a POST that waits a minute")
    func defaults() {
        let request = UploadEnvelope(UploadWorld.config()).request(id: 1, records: UploadWorld.records("a"))
        #expect(request.method == .post && request.timeout == .seconds(60))
        #expect(request.headers == ["Content-Type": "application/json"])
    }

    @Test(
        "the token is written in the header according to its strategy",
        arguments: [(AuthorizationStrategy.jwt, "Bearer t0"), (.sas, "t0")]
    )
    func strategy(strategy: AuthorizationStrategy, value: String) {
        let config = UploadWorld.config {
            $0.authorization.strategy = strategy
            $0.authorization.accessToken = "t0"
            $0.http.headers = ["authorization": "own", "X-App": "1"]
        }
        let expected = ["Content-Type": "application/json", "Authorization": value, "X-App": "1"]
        #expect(UploadEnvelope(config).headers == expected)
    }

    @Test("headers of the app are sent, in place of ours in other capitals, and none breaks the line")
    func headers() {
        let config = UploadWorld.config {
            $0.http.headers = ["content-type": "text/json", "X-A": "1\r\nX-B: 2", "no name": "x", "": "y", "X-É": "z"]
            $0.authorization.accessToken = ""
        }
        #expect(UploadEnvelope(config).headers == ["content-type": "text/json", "X-A": "1  X-B: 2"])
    }
}
