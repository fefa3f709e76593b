package import RadarEngine
internal import PhoneOS
package import TrackingEngine
package import VisitModel

/// One configuration of the app on every member's phone; a lab compares several.
package struct LabOptionSet: Hashable, Sendable {
    /// The name in the report, on one line.
    package let name: String
    /// The phones' platform.
    package let platform: Platform
    /// The app, with its options.
    package let kind: Kind

    /// The apps that can be on the phones.
    package enum Kind: Hashable, Sendable {
        /// An app with Radar's SDK.
        case radar(RadarTrackingOptions)
        /// An app with a background geolocation SDK of Transistor's kind.
        case transistor(TrackingConfig)
        /// An app on the Gym Visits API.
        case gymVisits
        /// One of the lab's own apps: on Footfall, or plain, which trusts the OS.
        case app(AppSetup)
    }

    /// Creates a set.
    ///
    /// - Parameters:
    ///   - name: the set's name; cut to one line of at most 80 characters.
    ///   - platform: the phones' platform. Transistor's options for another one are converted: they keep what was
    ///     changed, over this platform's defaults.
    ///   - kind: the app, with its options.
    /// - Throws: `SimulationLabError` with code `lab` for Radar's options of another platform, which can't be
    ///   converted.
    package init(name: String, platform: Platform, kind: Kind) throws(SimulationLabError) {
        self.name = String(oneLine(name).prefix(80))
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
