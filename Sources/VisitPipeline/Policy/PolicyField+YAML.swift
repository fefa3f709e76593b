internal import GeofenceEngine
internal import Interchange
internal import VisitModel
internal import Yams

extension PolicyField {
    /// The value in the format of a policy file.
    func text(in policy: EvaluationPolicy) -> String {
        switch value {
        case .number(let path, _): Self.text(policy[keyPath: path])
        case .optionalNumber(let path, _): policy[keyPath: path].map(Self.text) ?? "null"
        case .flag(let path): policy[keyPath: path] ? "true" : "false"
        case .optionalTime(let path): policy[keyPath: path]?.iso8601 ?? "null"
        }
    }

    /// Reads a value from a file; returns the error and the expected value, `nil` where the value is valid.
    func read(_ node: Node, into policy: inout EvaluationPolicy) -> String? {
        guard let scalar = node.scalar else { return "is not a single value, expected \(expectation)" }
        let isNothing = node.null != nil
        switch value {
        case .number(let path, let range):
            guard let number = Self.number(scalar), range.contains(number) else { return wrong(scalar) }
            policy[keyPath: path] = number
        case .optionalNumber(let path, let range):
            guard !isNothing else {
                policy[keyPath: path] = nil
                return nil
            }
            guard let number = Self.number(scalar), range.contains(number) else { return wrong(scalar) }
            policy[keyPath: path] = number
        case .flag(let path):
            guard scalar.isPlain, let flag = node.bool else { return wrong(scalar) }
            policy[keyPath: path] = flag
        case .optionalTime(let path):
            guard !isNothing else {
                policy[keyPath: path] = nil
                return nil
            }
            guard !scalar.string.allSatisfy(\.isNumber), let time = try? TimestampParser().parse(scalar.string) else {
                return wrong(scalar)
            }
            policy[keyPath: path] = time
        }
        return nil
    }

    private func wrong(_ scalar: Node.Scalar) -> String { "is `\(scalar.string)`, expected \(expectation)" }

    private static func number(_ scalar: Node.Scalar) -> Double? {
        guard scalar.isPlain, let number = Double.construct(from: scalar), !number.isNaN else { return nil }
        return number
    }
}

extension Node.Scalar {
    /// Whether the scalar has no quotes: `"600"` is a string and no number.
    fileprivate var isPlain: Bool { style == .plain || style == .any }
}
