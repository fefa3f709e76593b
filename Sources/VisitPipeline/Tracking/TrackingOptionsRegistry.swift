internal import Interchange
package import RadarEngine
internal import TrackingEngine
internal import TrackingModel
package import VisitModel
package import VisitStore

/// The remote tracking options by operating system, environment and trip: validation and storage.
///
/// They override the options in an app's code (Radar, "Tracking Options Reference", remote tracking options).
package struct TrackingOptionsRegistry: Sendable {
    package let store: VisitStore

    package init(store: VisitStore) { self.store = store }

    /// Returns the options of all eight kinds of phones, in the order of `TrackingOptionsSlot.targets`.
    ///
    /// Kinds without options are included. Unusable stored options are reported by their slot.
    package func slots() throws -> [TrackingOptionsSlot] {
        let stored = Dictionary(
            try store.trackingOptions.all().map { TrackingOptionsSlot($0) }.map { ($0.target, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        return TrackingOptionsSlot.targets.map { stored[$0] ?? TrackingOptionsSlot(empty: $0) }
    }

    /// Reads the options for responses to phones.
    func resolver() throws -> TrackingOptionsResolver {
        // The revision is read first: a concurrent change is then detected later.
        let revision = try store.trackingOptions.revision()
        return TrackingOptionsResolver(try slots(), revision: revision)
    }

    /// Returns the options of one kind of phones; an empty slot where none are set.
    package func slot(_ target: RadarRemotePlan.Target) throws -> TrackingOptionsSlot {
        try slots().first { $0.target == target } ?? TrackingOptionsSlot(empty: target)
    }

    /// Sets options, replacing earlier ones.
    ///
    /// Throws `TrackingEngineError` for options of the other operating system.
    @discardableResult
    package func set(
        _ options: CheckedTrackingOptions,
        for target: RadarRemotePlan.Target,
        at time: Timestamp
    ) throws -> TrackingOptionsSlot {
        var plan = RadarRemotePlan()
        try plan.set(options.options, for: target)
        let content: StoredTrackingOptions.Content =
            switch options.content {
            case .preset(let preset): .preset(preset.rawValue)
            case .custom(let document): .document(document)
            }
        try store.trackingOptions.set(
            StoredTrackingOptions(
                target.platform,
                target.environment,
                isOnTrip: target.isOnTrip,
                content,
                updatedAt: time
            )
        )
        return TrackingOptionsSlot(options, for: target, at: time)
    }

    /// Deletes options, which leaves them to the app again.
    @discardableResult
    package func remove(_ target: RadarRemotePlan.Target) throws -> Bool {
        try store.trackingOptions.remove(target.platform, target.environment, isOnTrip: target.isOnTrip)
    }
}

/// The tracking options document for each kind of phone, encoded, until the next change.
///
/// A phone is answered thousands of times between two changes, so a response costs one table look-up.
struct TrackingOptionsResolver: Sendable {
    let revision: Int64
    /// The stored options that can't be used; nothing is sent for them.
    let damaged: [TrackingOptionsSlot]
    private let documents: [RadarRemotePlan.Target: [UInt8]]

    /// Makes the documents of the configured options.
    ///
    /// A phone on a trip gets the options for trips, or those for no trip where none are set. Damaged options count as
    /// set, so they have no replacement.
    init(_ slots: [TrackingOptionsSlot], revision: Int64) {
        self.revision = revision
        damaged = slots.filter { $0.problem != nil }
        let set = Dictionary(slots.filter(\.isSet).map { ($0.target, $0) }, uniquingKeysWith: { first, _ in first })
        var documents: [RadarRemotePlan.Target: [UInt8]] = [:]
        for target in TrackingOptionsSlot.targets {
            let offTrip = RadarRemotePlan.Target(target.platform, target.environment, isOnTrip: false)
            documents[target] = (set[target] ?? set[offTrip])?.options.map { Array($0.document.utf8) }
        }
        self.documents = documents
    }

    /// The document for a kind of phone: one JSON object in UTF-8; `nil` leaves the options to the app.
    func document(for target: RadarRemotePlan.Target) -> [UInt8]? { documents[target] }

    /// The document for the phone that sent a request; `nil` leaves the options to the app.
    ///
    /// Only Radar's SDK accepts options, and a request for several phones has no single recipient.
    func document(for report: PhoneReport, of app: PhoneApp, in environment: ProjectEnvironment) -> [UInt8]? {
        guard app == .radar, let platform = report.platform, report.speaksOfOneDevice else { return nil }
        return document(for: RadarRemotePlan.Target(platform, environment, isOnTrip: report.isOnTrip))
    }
}

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
