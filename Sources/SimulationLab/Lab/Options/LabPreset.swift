internal import TrackingEngine
package import VisitModel

/// The sets of options that have a name.
package enum LabPreset: String, Hashable, Sendable, CaseIterable {
    /// Radar's presets.
    case efficient, responsive, continuous
    /// A background geolocation SDK of Transistor's kind with the documented defaults.
    case transistor
    /// The Gym Visits API.
    case gymvisits
    /// An app on Footfall that lives by geofences alone.
    case footfall
    /// An app that believes the phone's system, set up as the systems' guides say.
    case plain

    /// The preset for a system.
    ///
    /// - Parameters:
    ///   - platform: the phones' system.
    ///   - name: what the set is called; `nil` for `responsive-ios` and so on.
    /// - Returns: the set.
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
            preconditionFailure("a preset is made for its system: \(error)")
        }
    }

    /// Radar's six: what is compared where nothing else is asked for.
    package static let six: [LabOptionSet] = [LabPreset.efficient, .responsive, .continuous].flatMap { preset in
        [Platform.ios, .android].map { preset.set(on: $0) }
    }

    /// The sets that a name means.
    ///
    /// - Parameters:
    ///   - name: a preset alone, or with a system behind a hyphen: `responsive`, `responsive-ios`.
    ///   - platforms: the systems that a name alone means.
    /// - Returns: a set for each system.
    /// - Throws: `SimulationLabError` with code `lab`, listing the names.
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
            "\(quoted(name)) is no set of options, expected \(allCases.map(\.rawValue).joined(separator: ", ")), alone or "
                + "followed by -ios or -android"
        )
    }
}
