internal import RadarEngine
internal import TrackingModel
internal import Foundation
internal import TrackingEngine
internal import VisitModel

extension LabOptionSet {
    /// An error in an option.
    struct Fault: Error {
        /// The option's path; `nil` for an error without one.
        let path: String?
        let message: String
    }

    /// The same app with some options changed.
    ///
    /// - Parameters:
    ///   - options: the values by their paths: keys of Radar's document, paths such as `geolocation.distanceFilter` of
    ///     Transistor's. Other options stay.
    ///   - name: the name of the new set.
    /// - Returns: the changed set.
    /// - Throws: `Fault` for an unknown option, or a value that the option does not accept.
    func changing(_ options: [String: ConfigValue], name: String) throws -> LabOptionSet {
        switch kind {
        case .radar(let base):
            return try LabOptionSet(name: name, platform: platform, kind: .radar(try Self.changing(base, options)))
        case .transistor(let base):
            var patch = ConfigPatch()
            for (path, value) in options.sorted(by: { $0.key < $1.key }) {
                guard ConfigOption.named(path) != nil else { throw Self.unknown(path) }
                do {
                    try patch.set(path, to: value)
                } catch {
                    throw Fault(path: path, message: error.message)
                }
            }
            return try LabOptionSet(name: name, platform: platform, kind: .transistor(base.applying(patch)))
        case .gymVisits, .app:
            guard let first = options.keys.min() else {
                return try LabOptionSet(name: name, platform: platform, kind: kind)
            }
            throw Fault(
                path: first,
                message: "`\(first)` can't be set: \(summary) has no tracking options, expected a set of Radar's or "
                    + "Transistor's"
            )
        }
    }

    private static func changing(
        _ base: RadarTrackingOptions,
        _ options: [String: ConfigValue]
    ) throws -> RadarTrackingOptions {
        // Changed options no longer match the preset, so its name goes.
        var plain = base
        plain.preset = nil
        let document = try JSONDecoder().decode(ConfigValue.self, from: Data(plain.json().utf8))
        guard case .object(var values) = document else { return base }
        let known = Set(values.keys).union(["startTrackingAfter", "stopTrackingAfter"])
        for (key, value) in options {
            guard known.contains(key) else {
                throw Fault(
                    path: key,
                    message: "`\(key)` is not a tracking option of \(base.platform.rawValue), expected one of "
                        + known.sorted().joined(separator: ", ")
                )
            }
            values[key] = value
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(ConfigValue.object(values)), as: UTF8.self)
        do {
            return try RadarTrackingOptions(json: text, platform: base.platform)
        } catch let error {
            throw Fault(path: error.option, message: error.message)
        }
    }

    private static func unknown(_ path: String) -> Fault {
        let name = path.split(separator: ".").last.map(String.init) ?? path
        let near = ConfigOption.all.map(\.path).filter { $0.hasSuffix(".\(name)") }
        let hint = near.isEmpty ? "a path such as geolocation.distanceFilter" : near.joined(separator: " or ")
        return Fault(
            path: path,
            message: "`\(path)` is not an option of a background geolocation SDK, expected \(hint)"
        )
    }
}
