internal import Foundation
internal import PhoneOS
package import RadarEngine
package import TrackingEngine
internal import TrackingModel
package import VisitModel
internal import VisitPipeline

/// One configuration of the app on every member's phone; a lab compares several.
package struct LabOptionSet: Hashable, Sendable {
    /// The name in the report, on one line of at most 80 characters.
    package let name: String
    package let platform: Platform
    package let kind: Kind

    package enum Kind: Hashable, Sendable {
        case radar(RadarTrackingOptions)
        /// An app with a background geolocation SDK of Transistor's kind.
        case transistor(TrackingConfig)
        /// An app on the Gym Visits API.
        case gymVisits
        /// One of the lab's own apps: on Footfall, or plain, which trusts the OS.
        case app(AppSetup)
    }

    /// Creates a set; cuts `name` to one line of at most 80 characters.
    ///
    /// Transistor's options for another platform are converted: they keep what was changed, over this platform's
    /// defaults. Throws `SimulationLabError` with code `lab` for Radar's options of another platform, which can't be
    /// converted.
    package init(name: String, platform: Platform, kind: Kind) throws(SimulationLabError) {
        self.name = String(YAMLFault.oneLine(name).prefix(80))
        self.platform = platform
        switch kind {
        case .radar(let options) where options.platform != platform:
            throw SimulationLabError(
                .lab,
                "\(quoted(name)) has tracking options of \(options.platform.rawValue) for a phone with "
                    + "\(platform.rawValue); read them for that system"
            )
        case .transistor(let config): self.kind = .transistor(config.moved(to: platform))
        case .radar, .gymVisits, .app: self.kind = kind
        }
    }

    /// The kind of app in words, for a report.
    package var summary: String {
        let phone = platform == .ios ? "iOS" : "Android"
        return switch kind {
        case .radar: "Radar's SDK on \(phone)"
        case .transistor: "a background geolocation SDK on \(phone)"
        case .gymVisits: "the Gym Visits API on \(phone)"
        case .app(let setup):
            switch setup.kind {
            case .plain: "an app that relies on the system's transitions, \(phone)"
            case .footfall, .transistor, .radar, .gymvisits: "an app on Footfall, \(phone)"
            }
        }
    }

    /// The options as JSON on one line; for the lab's own apps, their location updates in words.
    package var optionsText: String {
        switch kind {
        case .radar(let options): return options.json()
        case .transistor(let config): return config.changedJSON
        case .gymVisits: return "{}"
        case .app(let setup):
            guard let updates = setup.updates else { return "geofences only, no location updates" }
            let seconds = shortText(Double(updates.interval.components.seconds))
            return "updates every \(seconds) s, \(updates.accuracy.rawValue) accuracy, distance filter "
                + "\(shortText(updates.distanceFilterMeters)) m"
                + (setup.usesForegroundService ? ", foreground service" : "")
        }
    }
}

extension LabOptionSet {
    struct Fault: Error {
        /// The option's path; `nil` for an error without one.
        let path: String?
        let message: String
    }

    /// The same app with some options changed; other options stay.
    ///
    /// `options` are keys of Radar's document, or paths such as `geolocation.distanceFilter` of Transistor's. Throws
    /// `Fault` for an unknown option, or a value that the option does not accept.
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
