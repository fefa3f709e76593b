import SeededRandom
import TrackingTestSupport
import TrackingModel
import Testing
import TrackingEngine
import VisitModel

@Suite("Templates of records")
struct WireTemplateTests {
    private func record(
        _ template: String,
        extras: [String: ConfigValue] = [:],
        of location: TrackedLocation? = nil
    ) throws -> ConfigValue {
        let config = UploadWorld.config {
            $0.persistence.locationTemplate = template
            $0.persistence.extras = extras
        }
        return try UploadWorld.record(location ?? UploadWorld.location(event: .motionChange), config)
    }

    private func message(_ template: String, geofence: Bool = false) -> String {
        let config = UploadWorld.config {
            if geofence {
                $0.persistence.geofenceTemplate = template
            } else {
                $0.persistence.locationTemplate = template
            }
        }
        do {
            _ = try RecordWriting(config)
            return "no error"
        } catch {
            return error.code == .options ? error.message : "wrong code"
        }
    }

    @Test(
        "every tag of a location",
        arguments: [
            ("latitude", "40"), ("longitude", "-75.25"), ("speed", "1.1"), ("heading", "270"), ("accuracy", "12"),
            ("altitude", "30.2"), ("altitude_accuracy", "-1"), ("odometer", "5120.4"), ("odometer_error", "7"),
            ("activity.confidence", "100"), ("battery.level", "0.81"), ("battery.is_charging", "false"),
            ("mock", "false"), ("is_moving", "true"), ("timestampMeta", "null"),
            ("timestamp", "\"2026-03-02T17:04:11.250Z\""), ("uuid", "\"u1\""), ("event", "\"motionchange\""),
            ("activity.type", "\"walking\""),
        ]
    )
    func tags(tag: String, value: String) throws {
        let written = value.hasPrefix("\"") ? "\"<%= \(tag) %>\"" : "<%=\(tag)%>"
        #expect(try record("{\"value\": \(written)}") == ConfigValue.json("{\"value\": \(value)}"))
    }

    @Test("a geofence event has its own template, with two tags more")
    func geofence() throws {
        let config = UploadWorld.config {
            $0.persistence.locationTemplate = #"{"plain": true}"#
            $0.persistence.geofenceTemplate =
                #"["<%= geofence.identifier %>:<%= geofence.action %>", <%= latitude %>]"#
        }
        let fence = try UploadWorld.record(UploadWorld.geofence(), config)
        #expect(fence == .list([.text("fac_17:DWELL"), .integer(40)]))
        #expect(try UploadWorld.record(UploadWorld.location(), config) == .object(["plain": .bool(true)]))
    }

    @Test("without a template of its own a geofence event has the usual form")
    func usual() throws {
        let config = UploadWorld.config { $0.persistence.locationTemplate = #"{"plain": true}"# }
        let record = try UploadWorld.record(UploadWorld.geofence(), config)
        #expect(record[path: "geofence.identifier"] == .text("fac_17"))
    }

    @Test("a plain fix has the empty text for its event, and timestampMeta is an object where it is on")
    func absent() throws {
        let config = UploadWorld.config {
            $0.persistence.locationTemplate = #"{"event":"<%= event %>","meta":<%= timestampMeta %>}"#
            $0.geolocation.enableTimestampMeta = true
        }
        let record = try UploadWorld.record(UploadWorld.location(), config)
        #expect(record[path: "event"] == .text(""))
        #expect(record[path: "meta.systemTime"] == .integer(1_772_471_051_560))
    }

    @Test("an empty template is none", arguments: ["", "  \n"])
    func empty(template: String) throws {
        #expect(try record(template)[path: "coords.latitude"] == .integer(40))
    }

    @Test(
        "extras are merged into an object, where they win, and are the last element of a list",
        arguments: [
            (#"{"lat":<%= latitude %>}"#, #"{"lat":40,"a":1,"b":"two"}"#),
            (#"{ }"#, #"{"a":1,"b":"two"}"#),
            (#"{"a":{"a":2},"\u0062":3,"c":[4]}"#, #"{"a":1,"b":"two","c":[4]}"#),
            (#" [<%= latitude %>, "<%= uuid %>"] "#, #"[40,"u1",{"a":1,"b":"two"}]"#),
            (#"[ ]"#, #"[{"a":1,"b":"two"}]"#),
        ]
    )
    func extras(template: String, expected: String) throws {
        let extras: [String: ConfigValue] = ["a": .integer(1), "b": .text("two")]
        let config = UploadWorld.config {
            $0.persistence.locationTemplate = template
            $0.persistence.extras = extras
        }
        let bytes = try RecordWriting(config).json(of: UploadWorld.location())
        #expect(try ConfigValue.json(bytes) == ConfigValue.json(expected))
        #expect(UploadWorld.text(bytes).split(separator: "\"a\":").count <= 3, "no member twice")
    }

    @Test(
        "a template that can't be used is refused, and the tag is named",
        arguments: [
            (#"{"a":<%= lattitude %>}"#, "the tag `lattitude`, which does not exist"),
            (#"{"a":"<%= %>"}"#, "the tag ``, which does not exist"),
            (#"{"a":"<%= geofence.action %>"}"#, "the tag `geofence.action`, which only geofenceTemplate has"),
            (#"{"a":<%= uuid %>}"#, "the text `uuid` without quotation marks"),
            (#"{"a\"":<%= timestamp %>}"#, "the text `timestamp` without quotation marks"),
            (#"{"a":<%= latitude }"#, "a tag without an end: `<%= latitude }`"),
            (#"{"a":<%= latitude %>,"b":<%= speed %> x}"#, "in JSON, near the tag `speed`: `x}`"),
            (#"{"a":<%= latitude %>"#, "in JSON, near the tag `latitude`: it ends too early"),
            (#"{"a":"<%= timestampMeta %>"}"#, "in JSON, near the tag `timestampMeta`"),
            (#"{"a":1,}"#, "in JSON, at character 8: `}`"),
            (#"{"a":1,, "b":<%= speed %>}"#, "in JSON, at character 8: `, \"b\":-1}`"),
            (#"<%= latitude %>"#, "a single value"),
            (#""<%= uuid %>""#, "a single value"),
        ]
    )
    func refused(template: String, part: String) {
        let text = message(template)
        #expect(text.hasPrefix("`persistence.locationTemplate`") && text.contains(part), "\(text)")
    }

    @Test("the other template is named where it is the one")
    func named() {
        #expect(message("{", geofence: true).hasPrefix("`persistence.geofenceTemplate` does not result in JSON"))
        #expect(message(#"{"f":"<%= geofence.identifier %>"}"#, geofence: true) == "no error")
    }

    @Test("it says which tags it has and what it makes")
    func describes() throws {
        let text = #"["<%= uuid %>","<%= uuid %>",<%= speed %>]"#
        let template = try #require(try WireTemplate(text, of: .location))
        #expect(template.tags == ["uuid", "speed"] && template.makesList)
        #expect(try WireTemplate("{}", of: .geofence)?.makesList == false)
        #expect(try WireTemplate(nil, of: .geofence) == nil)
    }

    @Test("hostile texts stay within their quotation marks", arguments: UInt64(1)...100)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let location = try UploadWorld.location(random.hostileText())
        let extras = random.object()
        let template = #"{"id":"<%= uuid %>","both":"x<%= uuid %>y<%= speed %>"}"#
        let record = try record(template, extras: extras, of: location)
        let expected: [String: ConfigValue] = ["id": .text(location.uuid), "both": .text("x\(location.uuid)y1.1")]
        #expect(record == .object(expected.merging(extras) { $1 }), "seed \(seed)")
    }
}
