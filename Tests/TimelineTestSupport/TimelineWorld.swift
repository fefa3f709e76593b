package import DeviceEngine
package import GeofenceEngine
internal import Interchange
internal import SeededRandom
package import VisitModel

/// A device's timeline without a store.
package struct TimelineWorld {
    package let device: Device
    package let context: TimelineContext

    package init(
        places: Int = 3,
        apart meters: Double = 800,
        _ platform: Platform = .ios,
        policy: EvaluationPolicy = .standard
    ) throws {
        try self.init(
            facilities: (0..<places).map { try SmallPlaces.place($0, eastMeters: Double($0) * meters) },
            platform,
            policy: policy
        )
    }

    package init(facilities: [Facility], _ platform: Platform = .ios, policy: EvaluationPolicy = .standard) throws {
        device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: platform)
        let versions = facilities.enumerated().compactMap { number, facility in
            FenceKey(exactly: number + 1).map {
                FenceHistory.Version(fence: Fence(key: $0, facility: facility, defaultTimeZone: .utc))
            }
        }
        context = TimelineContext(
            history: FenceHistory(versions),
            policy: policy,
            selection: SelectionOptions()
        )
    }

    package func timeline() -> DeviceTimeline { DeviceTimeline(device: device, options: context.selection) }

    package func timeline(from bytes: [UInt8]) throws -> DeviceTimeline {
        try DeviceTimeline(bytes, format: DeviceTimeline.format, device: device, options: context.selection)
    }

    /// A random day of inputs, with restarts and other changes.
    package func inputs(hours: Double = 12, seed: UInt64) throws -> [DeviceInput] {
        var random = SeededGenerator(seed: seed)
        let track = try Journey.random(device.id.text, hours: hours, using: &random)
        var inputs = track.map { track in
            guard let key = FenceKey(exactly: Int.random(in: 1...12, using: &random)),
                let action = FenceAction.allCases.randomElement(using: &random)
            else { return DeviceInput.fix(track.fix) }
            return key.rawValue <= 3 ? .reported(action, key, track.fix) : .fix(track.fix)
        }
        for minute in [200.0, 410] {
            inputs.append(.rebooted(at: SmallPlaces.minute(minute + .random(in: 0...90, using: &random))))
        }
        inputs.append(.appUpdated(at: SmallPlaces.minute(.random(in: 0...600, using: &random))))
        for _ in 0..<6 {
            let time = SmallPlaces.minute(.random(in: 0...700, using: &random))
            inputs.append(.changed(.random(using: &random), at: time))
            // Restored later, so that a stop or a loss does not last for the rest of the day.
            inputs.append(.changed(.registrationsRestored, at: time.advanced(bySeconds: 1800)))
        }
        for _ in 0..<12 { inputs.append(.passed(at: SmallPlaces.minute(.random(in: 0...900, using: &random)))) }
        return inputs.sorted()
    }
}

extension TimelineJournal {
    /// The whole journal as text, for comparison.
    package var text: [String] {
        entries.map { "\($0.trigger) \($0.ordinal) \(String(describing: $0.fix)) \($0.kind)" }
            + stays.values.map { "\($0)" }.sorted()
            + rejections.map { "\($0.key) \($0.value)" }.sorted()
            + checkpoints.map { "\($0.at) \($0.state)" }
    }
}
