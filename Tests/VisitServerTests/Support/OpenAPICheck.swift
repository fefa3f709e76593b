import Foundation
import HTTPTypes

@testable import VisitServer

/// Holds answers against the OpenAPI document.
struct OpenAPICheck {
    let document: JSONTree
    /// Every operation by its method and path.
    let operations: [String: JSONTree]

    /// The document, read once for all tests.
    private static let shared = Result { try JSONTree(OpenAPIDocument.bytes) }

    init() throws {
        document = try Self.shared.get()
        var operations: [String: JSONTree] = [:]
        for (path, methods) in document["paths"]?.object ?? [:] {
            for (method, operation) in methods.object ?? [:] {
                operations["\(method.uppercased()) \(path)"] = operation
            }
        }
        self.operations = operations
    }

    /// What is wrong with an answer; nothing where it is as documented.
    func faults(of answer: ServiceBench.Response, to method: HTTPRequest.Method, _ path: String) -> [String] {
        guard let operation = operation(method, path) else { return ["\(method) \(path) is not documented"] }
        guard var response = operation["responses"]?["\(answer.status)"] else {
            return ["the status \(answer.status) is not documented"]
        }
        if let reference = response["$ref"]?.text {
            response = SchemaCheck(document: document).resolve(reference) ?? .null
        }
        guard let content = response["content"]?.object else { return answer.bytes.isEmpty ? [] : ["has a body"] }
        let type = answer.type?.split(separator: ";").first.map(String.init) ?? ""
        guard let schema = content[type]?["schema"] else { return ["the type `\(type)` is not documented"] }
        guard type.hasSuffix("json") else { return [] }
        guard let json = try? answer.json else { return ["is not JSON"] }
        return SchemaCheck(document: document).faults(json, schema)
    }

    /// The operation of a request: of several that fit the one with the fewest parameters in its path.
    private func operation(_ method: HTTPRequest.Method, _ address: String) -> JSONTree? {
        let parts = address.prefix { $0 != "?" }.split(separator: "/")
        let fitting = operations.filter { name, _ in
            let wanted = name.split(separator: " ")
            let pattern = wanted[1].split(separator: "/")
            return wanted[0] == method.rawValue && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        return fitting.min { $0.key.count { $0 == "{" } < $1.key.count { $0 == "{" } }?.value
    }
}
