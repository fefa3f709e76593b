import GeofenceEngine
import Testing
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("The check of stored states")
struct StateCheckTests {
    @Test("A state or checkpoint that can't be decoded is reported with its device, and valid ones are not")
    func unreadable() throws {
        let store = try VisitStore.temporary()
        let time = Timestamp(milliseconds: 1_710_158_400_000)
        for name in ["sound", "damaged", "damaged-checkpoint"] {
            let device = try Device(id: DeviceID(name), member: MemberID("M-1"), platform: .ios)
            let key = try #require(try store.devices.ensure([device]).first)
            let bytes = DeviceTimeline(device: device, options: SelectionOptions()).encoded()
            // Truncated, and with a flipped bit.
            let cut = Array(bytes.dropLast())
            let turned = [bytes[0] ^ 1] + bytes.dropFirst()
            var commit = DeviceCommit(
                device: key,
                state: name == "damaged" ? turned : bytes,
                stateFormat: DeviceTimeline.format,
                policyVersion: "p",
                newestFixAt: time
            )
            commit.checkpoints = [Checkpoint(at: time, state: name == "damaged-checkpoint" ? cut : bytes)]
            try store.commit([commit])
        }
        let findings = try store.deviceStates.unreadableStates()
        #expect(findings.map(\.rule) == ["device_state", "device_state"])
        #expect(findings.first?.detail == "the state of the device `damaged` can't be read")
        #expect(findings.last?.detail == "the checkpoint at \(time) of the device `damaged-checkpoint` can't be read")
    }
}
