import Foundation

/// Any JSON, as tests look at it.
indirect enum JSONTree: Decodable, Hashable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }

    init(_ bytes: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }

    subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    subscript(index: Int) -> JSONTree? {
        guard case .list(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }

    var flag: Bool? {
        guard case .flag(let flag) = self else { return nil }
        return flag
    }

    var list: [JSONTree]? {
        guard case .list(let list) = self else { return nil }
        return list
    }

    var object: [String: JSONTree]? {
        guard case .object(let object) = self else { return nil }
        return object
    }
}
