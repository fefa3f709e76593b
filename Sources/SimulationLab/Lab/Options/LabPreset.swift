internal import RadarEngine
internal import TrackingEngine
package import VisitModel

package enum LabPreset: String, Hashable, Sendable, CaseIterable {
    /// Radar's presets.
    case efficient, responsive, continuous
    /// A background geolocation SDK of Transistor's kind with the documented defaults.
    case transistor
    /// The Gym Visits API.
    case gymvisits
    /// An app on Footfall that monitors by geofences alone.
    case footfall
    /// An app that trusts the OS's transitions, configured as the platforms' guides say.
    case plain

    /// The preset on a platform; its name is by default `responsive-ios` and so on.
    package func set(on platform: Platform, name: String? = nil) -> LabOptionSet {
        let kind: LabOptionSet.Kind
        switch self {
        case .efficient: kind = .radar(RadarTrackingOptions(preset: .efficient, on: platform))
        case .responsive: kind = .radar(RadarTrackingOptions(preset: .responsive, on: platform))
        case .continuous: kind = .radar(RadarTrackingOptions(preset: .continuous, on: platform))
        case .transistor: kind = .transistor(TrackingConfig(platform: platform))
        case .gymvisits: kind = .gymVisits
        case .footfall: kind = .app(AppSetup())
        case .plain:
            var setup = AppSetup()
            setup.kind = .plain
            kind = .app(setup)
        }
        do {
            return try LabOptionSet(name: name ?? "\(rawValue)-\(platform.rawValue)", platform: platform, kind: kind)
        } catch {
            preconditionFailure("a preset belongs to its system: \(error)")
        }
    }

    /// Radar's three presets on both platforms: the default of a lab.
    package static let six: [LabOptionSet] = [LabPreset.efficient, .responsive, .continuous].flatMap { preset in
        [Platform.ios, .android].map { preset.set(on: $0) }
    }

    /// The sets of a preset's name, alone or with a platform behind a hyphen: `responsive`, `responsive-ios`.
    ///
    /// A name without a platform gives a set for each of `platforms`. Throws `SimulationLabError` with code `lab`,
    /// listing the names.
    package static func sets(named name: String, on platforms: [Platform]) throws(SimulationLabError) -> [LabOptionSet]
    {
        let name = name.lowercased()
        if let preset = LabPreset(rawValue: name) { return platforms.map { preset.set(on: $0) } }
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let preset = LabPreset(rawValue: parts[0]), let platform = Platform(rawValue: parts[1]) {
            return [preset.set(on: platform)]
        }
        throw SimulationLabError(
            .lab,
            "\(quoted(name)) is not a set of options, expected \(allCases.map(\.rawValue).joined(separator: ", ")), "
                + "alone or followed by -ios or -android"
        )
    }
}
