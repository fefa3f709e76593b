internal import Foundation
package import GeofenceEngine
internal import VisitModel

extension EvaluationPolicy {
    /// Returns the policy of a name given on the command line: `standard`, `bare`, or the path of a YAML file.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile` where the file can't be read, `policy` where its content
    /// is invalid.
    package static func named(_ name: String) throws(VisitPipelineError) -> EvaluationPolicy {
        switch name {
        case "standard": return .standard
        case "bare": return .bare
        default: break
        }
        guard FileManager.default.fileExists(atPath: name) else {
            throw VisitPipelineError(
                .unreadableFile,
                "there is no policy `\(name)`; use standard, bare or a YAML file"
            )
        }
        let source = try ByteSource(path: name)
        var bytes: [UInt8] = []
        while let piece = try source.next() {
            bytes += piece
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VisitPipelineError(.policy, "\(name):1: is not UTF-8 text, expected YAML")
        }
        return try EvaluationPolicy(yaml: text, file: name)
    }
}
