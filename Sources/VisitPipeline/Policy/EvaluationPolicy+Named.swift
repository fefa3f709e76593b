internal import Foundation
package import GeofenceEngine

extension EvaluationPolicy {
    /// The policy that a person names on a command line.
    ///
    /// - Parameter name: `standard`, `bare`, or the path of a YAML file.
    /// - Returns: the policy.
    /// - Throws: `VisitPipelineError` with code `unreadableFile` where the file can't be read, `policy` where it holds
    ///   something else than a policy.
    package static func named(_ name: String) throws(VisitPipelineError) -> EvaluationPolicy {
        switch name {
        case "standard": return .standard
        case "bare": return .bare
        default: break
        }
        guard FileManager.default.fileExists(atPath: name) else {
            throw VisitPipelineError(
                .unreadableFile,
                "there is no policy `\(name)`; name standard, bare or a YAML file"
            )
        }
        let source = try ByteSource(path: name)
        var bytes: [UInt8] = []
        while let piece = try source.next() {
            bytes += piece
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VisitPipelineError(.policy, "\(name):1: is no text in UTF-8, expected YAML")
        }
        return try EvaluationPolicy(yaml: text, file: name)
    }
}
