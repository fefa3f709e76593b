import PhoneOS
import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Permission prompts of the app on a phone")
struct PromptSceneTests {
    private func phone(_ platform: Platform) throws -> SimulatedPhone {
        var phone = try SimulatedPhone(
            PhoneProfile(platform: platform),
            movement: try PhoneScene.movement(),
            start: PhoneScene.start,
            seed: 1
        )
        while phone.next(by: phone.now) != nil {}
        return phone
    }

    /// The permission signals that the app receives at this moment.
    private func emitted(_ phone: inout SimulatedPhone) -> [PhoneSignal] {
        var emitted: [PhoneSignal] = []
        while let occurrence = phone.next(by: phone.now) {
            emitted += occurrence.signals.filter { if case .permissionChanged = $0 { true } else { false } }
        }
        return emitted
    }

    @Test("a granted permission is signalled as a change too, once", arguments: Platform.allCases)
    func allowed(platform: Platform) throws {
        var phone = try phone(platform)
        for permission in Permission.allCases {
            #expect(try phone.request(permission) == .granted)
            #expect(emitted(&phone) == [.permissionChanged(permission, .granted)])
            _ = try phone.request(permission)
            #expect(emitted(&phone).isEmpty)
        }
    }

    @Test("a refusal signals only what it changes", arguments: Platform.allCases)
    func refused(platform: Platform) throws {
        var phone = try phone(platform)
        phone.setAnswer(to: .fineLocation, allow: false)
        _ = try phone.request(.fineLocation)
        #expect(emitted(&phone).isEmpty)
        _ = try phone.request(.fineLocation)
        #expect(emitted(&phone) == (platform == .android ? [.permissionChanged(.fineLocation, .restricted)] : []))
    }

    @Test("a fence is decided at once when a missing permission is granted")
    func fenceWakes() throws {
        let scene = try PhoneScene(.android)
        try scene.simulator.system.addRegions([PhoneScene.gym()])
        scene.run(to: 70)
        #expect(scene.transitions.map(\.transition) == [.enter])
        scene.act { $0.setPermission(.backgroundLocation, .denied) }
        scene.run(to: 90)
        scene.act { $0.openApp() }
        scene.run(to: 90)
        let before = scene.notes.count
        let answer = try scene.simulator.withPhone { phone throws(PhoneError) in
            try phone.request(.backgroundLocation)
        }
        #expect(answer == .granted)
        scene.run(to: 90)
        let decided = scene.notes.dropFirst(before).compactMap { note in
            if case .decided(let delivery) = note { delivery.transition } else { nil }
        }
        #expect(decided == [.dwell])
    }
}
