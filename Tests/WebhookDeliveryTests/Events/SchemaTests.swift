import Foundation
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("Message schemas")
struct SchemaTests {
    @Test("every type of message has a schema of its name and an example", arguments: MessageType.allCases)
    func complete(type: MessageType) throws {
        let reader = try SchemaReader()
        let schema = try reader.root("\(type.rawValue).schema.json")
        #expect(schema.schema["$id"] as? String == schema.file)
        let named = try #require(try reader.member("type", of: schema).first)
        #expect(named.schema["const"] as? String == type.rawValue)
        #expect(try ContractFolder.object("examples/\(type.rawValue).json")["type"] as? String == type.rawValue)
    }

    @Test("every schema belongs to a message type")
    func noStrangers() throws {
        let types = Set(MessageType.allCases.map(\.rawValue))
        #expect(try ContractFolder.names(ending: ".schema.json") == types.union(["visit"]))
    }

    @Test("every sent member is described, and all required ones are sent", arguments: try sent())
    func described(example: ExampleMessages.Example) throws {
        let reader = try SchemaReader()
        let schema = try reader.root("\(example.message.type.rawValue).schema.json")
        let body = try Self.object(example)
        let undescribed = try Self.undescribed(body, by: [schema], reader)
        #expect(undescribed.isEmpty)
    }

    @Test("every member of a schema is sent", arguments: MessageType.allCases)
    func sentMembers(type: MessageType) throws {
        let reader = try SchemaReader()
        let schema = try reader.root("\(type.rawValue).schema.json")
        var members: Set<String> = []
        for example in try Self.sent() where example.message.type == type {
            members.formUnion(Self.members(try Self.object(example)))
        }
        // The position belongs to every visit's schema, and is sent at three steps.
        let unsent = try reader.members(schema).subtracting(members).filter { !$0.hasPrefix("data.location") }
        #expect(unsent.isEmpty)
    }

    @Test(
        "the values that a schema lists are those that there are",
        arguments: [
            ("visit.schema.json#/$defs/status", Visit.Status.allCases.map(\.rawValue)),
            ("visit.schema.json#/$defs/evidence", Visit.Evidence.allCases.map(\.rawValue)),
            ("visit.schema.json#/$defs/verdict", Visit.Verdict.allCases.map(\.rawValue)),
            ("visit.schema.json#/properties/doubts/items", Visit.Doubts(rawValue: .max).names),
            (
                "endpoint.disabled.schema.json#/properties/data/properties/reason",
                WebhookEndpoint.DisablingReason.allCases.map(\.rawValue)
            ),
        ]
    )
    func values(place: String, expected: [String]) throws {
        let reader = try SchemaReader()
        let found = try reader.follow(place, from: try reader.root("visit.schema.json"))
        #expect(found.schema["enum"] as? [String] == expected)
        let text = try #require(found.schema["description"] as? String)
        for value in expected { #expect(text.contains("\(value): "), "\(value) is not explained") }
    }

    @Test("the ids of visits that fixes prove and of added ones are those that the schema describes")
    func visitIDs() throws {
        let reader = try SchemaReader()
        let found = try reader.follow("visit.schema.json#/properties/visit_id", from: reader.root("visit.schema.json"))
        let pattern = try Regex(try #require(found.schema["pattern"] as? String))
        let stay = try AddedStay(
            member: MemberID("ann"),
            facility: FacilityID("gym"),
            enteredAt: Timestamp(milliseconds: 0),
            exitedAt: Timestamp(milliseconds: 3_600_000)
        )
        let added = Visit(of: stay, dwell: .standard, in: .utc, policyVersion: "p").id.text
        let proven = try ExampleMessages.all().compactMap { example -> String? in
            if case .visit(let message) = example.message.content { message.visit.id.text } else { nil }
        }
        #expect(!proven.isEmpty)
        for id in proven + [added] { #expect(id.wholeMatch(of: pattern) != nil, "\(id)") }
        #expect("x\(added.dropFirst())".wholeMatch(of: pattern) == nil)
    }

    @Test("a member missing from the schema is found, and a missing required one too")
    func canFail() throws {
        let reader = try SchemaReader()
        let schema = try reader.root("visit.entered.schema.json")
        var body = try ContractFolder.object("examples/visit.entered.json")
        var data = try #require(body["data"] as? [String: Any])
        data["facility"] = ["id": "FIT-0069", "colour": "green"]
        data["sequence"] = nil
        body["data"] = data
        let found = try Self.undescribed(body, by: [schema], reader)
        #expect(found == ["data.facility has no name", "data.facility.colour", "data has no sequence"])
    }

    @Test("A visit of an older version has no part of an assessment, and the schema does not require one")
    func unassessed() throws {
        let example = try #require(try ExampleMessages.all().first)
        let whole = try #require(try Self.object(example)["data"] as? [String: Any])
        let data = try #require(try Self.object(try ExampleMessages.unassessed())["data"] as? [String: Any])
        let assessment: Set = [
            "confidence", "proven_seconds", "bridged_seconds", "entered_between", "exited_between", "why", "runner_up",
        ]
        #expect(Set(whole.keys).subtracting(data.keys) == assessment)
        let reader = try SchemaReader()
        #expect(try reader.required(try reader.root("visit.schema.json")).isDisjoint(with: assessment))
    }

    static func sent() throws -> [ExampleMessages.Example] {
        try ExampleMessages.all() + [try ExampleMessages.fullest(), try ExampleMessages.unassessed()]
    }

    private static func object(_ example: ExampleMessages.Example) throws -> [String: Any] {
        let body = try MessageBody(example.message, includesLocation: example.includesLocation).encoded()
        return try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    /// The members that no schema describes, and the required ones that are missing.
    private static func undescribed(
        _ object: [String: Any],
        by schemas: [SchemaReader.Place],
        _ reader: SchemaReader,
        prefix: String = ""
    ) throws -> Set<String> {
        var found: Set<String> = []
        for name in try Set(schemas.flatMap { try reader.required($0) }).subtracting(object.keys) {
            found.insert("\(prefix.dropLast()) has no \(name)")
        }
        for (name, value) in object {
            let members = try schemas.flatMap { try reader.member(name, of: $0) }
            let isDescribed = try members.flatMap { try reader.layers($0) }.contains {
                $0.schema["description"] is String
            }
            if !isDescribed { found.insert(prefix + name) }
            guard let inner = value as? [String: Any], isDescribed else { continue }
            found.formUnion(try undescribed(inner, by: members, reader, prefix: prefix + name + "."))
        }
        return found
    }

    private static func members(_ object: [String: Any], prefix: String = "") -> Set<String> {
        var names: Set<String> = []
        for (name, value) in object {
            names.insert(prefix + name)
            if let inner = value as? [String: Any] { names.formUnion(members(inner, prefix: prefix + name + ".")) }
        }
        return names
    }
}
