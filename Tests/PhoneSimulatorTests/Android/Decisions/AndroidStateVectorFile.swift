import Foundation
import PhoneOS
import Testing

@testable import PhoneSimulator

/// The same vectors as published, where the shared data is present.
enum AndroidStateVectorFile {
    static let missing: Comment = "the shared data is not here; set FOOTFALL_SHARED_DATA to its folder"

    static let folder: URL = {
        // Tests/PhoneSimulatorTests/Android/Decisions/<this file>
        let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        if let path = ProcessInfo.processInfo.environment["FOOTFALL_SHARED_DATA"] {
            return URL(filePath: path, directoryHint: .isDirectory, relativeTo: root)
        }
        return root.appending(path: "../shared/data").standardizedFileURL
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: url("microg").path) }

    static func url(_ name: String) -> URL {
        folder.appending(path: "conformance/\(name)_geofence_state.json")
    }

    static func aosp() throws -> [AndroidStateVector] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url("aosp"))) as? [String: Any]
        let cases = try #require(file?["cases"] as? [[[Any]]])
        return try cases.enumerated().map { number, steps in
            AndroidStateVector(
                name: "case \(number)",
                model: .aosp,
                initial: 5,
                steps: try steps.enumerated().map { index, step in
                    let word = (step[2] as? String)?.lowercased()
                    let expected = try word.map { try #require(RegionTransition(rawValue: $0)) }
                    return .init(
                        try #require(step[0] as? Double),
                        try #require(step[1] as? Double),
                        Int64(index) * 1000,
                        expected.map { [$0] } ?? []
                    )
                }
            )
        }
    }

    static func microg() throws -> [AndroidStateVector] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url("microg"))) as? [String: Any]
        let cases = try #require(file?["cases"] as? [[String: Any]])
        let words: [Int: RegionTransition] = [1: .enter, 2: .exit, 4: .dwell]
        return try cases.map { one in
            AndroidStateVector(
                name: try #require(one["name"] as? String),
                model: .microg,
                initial: try #require(one["initial"] as? Int),
                steps: try #require(one["steps"] as? [[Any]]).map { step in
                    .init(
                        try #require(step[0] as? Double),
                        step[1] as? String == "NaN" ? .nan : try #require(step[1] as? Double),
                        Int64(try #require(step[2] as? Int)),
                        try (step[3] as? [Int])?.map { try #require(words[$0]) }
                    )
                }
            )
        }
    }
}
