package import RadarEngine
internal import TrackingModel
internal import TrackingEngine
package import VisitModel
internal import VisitStore

/// The tracking options of one kind of phones.
package struct TrackingOptionsSlot: Hashable, Sendable {
    package let target: RadarRemotePlan.Target
    /// The options; `nil` where none are set, and where the stored ones can't be used.
    package let options: CheckedTrackingOptions?
    /// `nil` where none are set.
    package let updatedAt: Timestamp?
    /// Why the stored options can't be used, so that none are sent; `nil` where they can.
    package let problem: String?

    /// Whether options are set, usable or not.
    package var isSet: Bool { updatedAt != nil }

    /// The eight kinds of phones, in the order in which they are shown.
    package static let targets = Platform.allCases.flatMap { platform in
        ProjectEnvironment.allCases.flatMap { environment in
            [false, true].map { RadarRemotePlan.Target(platform, environment, isOnTrip: $0) }
        }
    }

    init(empty target: RadarRemotePlan.Target) {
        self.target = target
        (options, updatedAt, problem) = (nil, nil, nil)
    }

    init(_ options: CheckedTrackingOptions, for target: RadarRemotePlan.Target, at time: Timestamp) {
        self.target = target
        (self.options, updatedAt, problem) = (options, time, nil)
    }

    /// Makes a slot of stored options, validated again: another version of the program may have written them.
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
    /// The kind of phones in words: `ios, live, on a trip`.
    package var words: String {
        "\(platform.rawValue), \(environment.rawValue), \(isOnTrip ? "on a trip" : "off trip")"
    }
}
