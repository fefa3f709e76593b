internal import Foundation
internal import GeofenceEngine
internal import Interchange
internal import VisitModel
internal import WireJSON

/// The options of an engine, from JSON.
///
/// ```json
/// {
///   "default_time_zone": "America/Chicago",
///   "policy": {"base": "standard", "visits": {"merge_gap_seconds": 300}},
///   "members": {"ann": ["gym-1", "gym-2"]},
///   "timers": false
/// }
/// ```
struct EngineOptions: Sendable {
    /// For facilities without their own.
    private(set) var defaultTimeZone = TimeZoneName.utc
    private(set) var policy = EvaluationPolicy.standard
    /// The only facilities that a member may visit; a member who is not in it may visit all.
    private(set) var lists: [MemberID: Set<FacilityID>] = [:]
    /// Whether what is due happens in a call for members without fixes in it.
    private(set) var timers = false

    private static let keys = ["default_time_zone", "policy", "members", "timers"]

    /// Reads JSON; an empty text has no options.
    ///
    /// Throws code `options`, with the path of the first wrong value.
    init(json text: String) throws(EngineLibraryError) {
        guard !text.isEmpty else { return }
        let bytes = Array(text.utf8)
        if let repeated = JSONScanner(bytes).repeatedKey { throw Self.wrong(repeated.path, "occurs twice") }
        let root: JSONValue
        do {
            root = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw EngineLibraryError(.options, "the options are not JSON", cause: error)
        }
        guard case .object(let options) = root else { throw Self.wrong("options", "are not an object") }
        for (key, value) in options.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case ("default_time_zone", .text(let name)):
                do { defaultTimeZone = try TimeZoneName(name) } catch { throw Self.wrong(key, "\(error)") }
            case ("policy", .text(let name)): policy = try Self.named(name, key)
            case ("policy", .object(let sections)): policy = try Self.policy(sections)
            case ("members", .object(let members)): lists = try Self.lists(members)
            case ("timers", .flag(let isOn)): timers = isOn
            default:
                guard Self.keys.contains(key) else {
                    throw Self.wrong(key, "is not an option, expected \(Self.keys.joined(separator: ", "))")
                }
                throw Self.wrong(key, "has a value of a wrong type")
            }
        }
    }

    private static func wrong(_ path: String, _ problem: String) -> EngineLibraryError {
        EngineLibraryError(.options, "\(path): \(problem)")
    }

    private static func named(_ name: String, _ path: String) throws(EngineLibraryError) -> EvaluationPolicy {
        guard let preset = EvaluationPolicy.preset(named: name) else {
            throw wrong(path, "is `\(name)`, expected standard or bare")
        }
        return preset
    }

    /// A policy of the sections and keys of a policy file.
    private static func policy(_ sections: [String: JSONValue]) throws(EngineLibraryError) -> EvaluationPolicy {
        var policy = EvaluationPolicy.standard
        if let base = sections["base"] {
            guard case .text(let name) = base else { throw wrong("policy.base", "expected standard or bare") }
            policy = try named(name, "policy.base")
        }
        for (name, values) in sections.sorted(by: { $0.key < $1.key }) where name != "base" {
            if name == "name", case .text(let text) = values, EvaluationPolicy.isName(text) {
                policy.name = text
                continue
            }
            guard let section = PolicyField.Section(rawValue: name), case .object(let values) = values else {
                let known = ["base", "name"] + PolicyField.Section.allCases.map(\.rawValue)
                throw wrong("policy.\(name)", "expected \(known.joined(separator: ", ")) with their keys")
            }
            let fields = PolicyField.all.filter { $0.section == section }
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                if PolicyField.removed.contains("\(name).\(key)") { continue }
                guard let field = fields.first(where: { $0.key == key }) else {
                    let known = fields.map(\.key).joined(separator: ", ")
                    throw wrong("policy.\(name).\(key)", "is not a key of \(name), expected \(known)")
                }
                guard field.set(value, in: &policy) else {
                    throw wrong("policy.\(name).\(key)", "is wrong, expected \(field.expectation)")
                }
            }
        }
        return policy
    }

    private static func lists(
        _ members: [String: JSONValue]
    ) throws(EngineLibraryError) -> [MemberID: Set<FacilityID>] {
        var lists: [MemberID: Set<FacilityID>] = [:]
        for (name, value) in members {
            guard case .array(let items) = value else { throw wrong("members.\(name)", "is not a list of facilities") }
            do {
                var facilities: Set<FacilityID> = []
                for item in items {
                    guard case .text(let id) = item else {
                        throw wrong("members.\(name)", "has an id that is no string")
                    }
                    facilities.insert(try FacilityID(id))
                }
                lists[try MemberID(name)] = facilities
            } catch {
                throw (error as? EngineLibraryError) ?? wrong("members.\(name)", "\(error)")
            }
        }
        return lists
    }
}

extension PolicyField {
    /// Sets the value in a policy; returns false for a wrong type, and for a number out of range.
    fileprivate func set(_ json: JSONValue, in policy: inout EvaluationPolicy) -> Bool {
        switch (value, json) {
        case (.number(let path, let range), .number(let number)):
            guard range.contains(number) else { return false }
            policy[keyPath: path] = number
        case (.optionalNumber(let path, let range), .number(let number)):
            guard range.contains(number) else { return false }
            policy[keyPath: path] = number
        case (.number(let path, let range), .text(".inf")):
            guard range.contains(.infinity) else { return false }
            policy[keyPath: path] = .infinity
        case (.optionalNumber(let path, _), .null): policy[keyPath: path] = nil
        case (.flag(let path), .flag(let flag)): policy[keyPath: path] = flag
        case (.optionalTime(let path), .null): policy[keyPath: path] = nil
        case (.optionalTime(let path), .text(let text)):
            guard let time = try? TimestampParser().parse(text) else { return false }
            policy[keyPath: path] = time
        default: return false
        }
        return true
    }
}

/// A JSON value.
private enum JSONValue: Decodable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSONValue].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }
}
