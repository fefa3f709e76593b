internal import DeviceEngine
internal import GeofenceEngine
internal import VisitModel
package import VisitStore

extension DeviceStateRepository {
    /// Decodes every stored state and checkpoint of every device, as the service does when it opens a device.
    ///
    /// A state of an older format is rebuilt from the fixes and never decoded, so it is not checked. At most 20
    /// findings are returned.
    package func unreadableStates() throws -> [IntegrityFinding] {
        var findings: [IntegrityFinding] = []
        try forEach { stored in
            guard findings.count < 20, stored.format >= DeviceTimeline.format else { return }
            do {
                _ = try DeviceTimeline(
                    stored.state,
                    format: stored.format,
                    device: stored.device,
                    options: SelectionOptions()
                )
                if let clock = stored.clock { _ = try ClockEstimate(stored: clock) }
            } catch {
                let place = stored.checkpointAt.map { "the checkpoint at \($0) of" } ?? "the state of"
                findings.append(
                    IntegrityFinding(
                        rule: "device_state",
                        detail: "\(place) the device `\(stored.device.id)` can't be read"
                    )
                )
            }
        }
        return findings
    }
}
