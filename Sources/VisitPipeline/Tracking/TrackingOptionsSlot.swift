package import TrackingEngine
package import VisitModel
internal import VisitStore

/// What is set for one kind of phones.
package struct TrackingOptionsSlot: Hashable, Sendable {
    /// Which phones.
    package let target: RadarRemotePlan.Target
    /// What is set for them; `nil` for nothing, and where what is stored can't be used.
    package let options: CheckedTrackingOptions?
    /// When that was set; `nil` for nothing.
    package let updatedAt: Timestamp?
    /// Why what is stored can't be used, so that nothing is handed out; `nil` where all is well.
    package let problem: String?

    /// Whether anything is set, be it usable or not.
    package var isSet: Bool { updatedAt != nil }

    /// The eight kinds of phones, in the order in which they are shown.
    package static let targets = Platform.allCases.flatMap { platform in
        ProjectEnvironment.allCases.flatMap { environment in
            [false, true].map { RadarRemotePlan.Target(platform, environment, isOnTrip: $0) }
        }
    }

    /// A kind of phones that nothing is set for.
    init(empty target: RadarRemotePlan.Target) {
        self.target = target
        (options, updatedAt, problem) = (nil, nil, nil)
    }

    /// Options that were just set.
    init(_ options: CheckedTrackingOptions, for target: RadarRemotePlan.Target, at time: Timestamp) {
        self.target = target
        (self.options, updatedAt, problem) = (options, time, nil)
    }

    /// What is stored, checked anew: another version, or another hand, may have written it.
    init(_ stored: StoredTrackingOptions) {
        target = RadarRemotePlan.Target(stored.platform, stored.environment, isOnTrip: stored.isOnTrip)
        updatedAt = stored.updatedAt
        do {
            options = try stored.checked()
            problem = nil
        } catch {
            options = nil
            problem = error.message
        }
    }
}

extension StoredTrackingOptions {
    fileprivate func checked() throws(TrackingEngineError) -> CheckedTrackingOptions {
        switch content {
        case .document(let text): return try CheckedTrackingOptions(document: text, on: platform)
        case .preset(let name):
            guard let preset = RadarPreset(rawValue: name) else {
                let known = RadarPreset.allCases.map(\.rawValue).joined(separator: ", ")
                throw TrackingEngineError(.options, "there is no preset `\(name)`, expected one of \(known)")
            }
            return CheckedTrackingOptions(preset, on: platform)
        }
    }
}

extension RadarRemotePlan.Target {
    /// Which phones, in words: `ios, live, on a trip`.
    package var words: String {
        "\(platform.rawValue), \(environment.rawValue), \(isOnTrip ? "on a trip" : "off trip")"
    }
}
