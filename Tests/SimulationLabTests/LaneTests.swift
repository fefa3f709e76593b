import Foundation
import MobileSDKCore
import PhoneOS
import PhoneSimulator
import Synchronization
import Testing
import VisitModel
import VisitRecording
import VisitStore

@testable import MobileSDK
@testable import SimulationLab

@Suite("Threads and failures in the phone-side part")
struct LaneTests {
    /// A recorder that can be made to fail, and that can run a closure after a report.
    final class Recorder: VisitRecorder {
        struct Failure: Error {}

        private let inner: PipelineRecorder
        let fails = Mutex(false)
        let afterRecord = Mutex<(@Sendable () -> Void)?>(nil)

        init(_ inner: PipelineRecorder) { self.inner = inner }

        func record(_ report: PhoneReport, at time: Timestamp) throws -> [GeofenceEvent] {
            if fails.withLock({ $0 }) { throw Failure() }
            let events = try inner.record(report, at: time)
            let act = afterRecord.withLock { act in
                defer { act = nil }
                return act
            }
            act?()
            return events
        }

        func registered() throws -> [FacilityID] {
            if fails.withLock({ $0 }) { throw Failure() }
            return try inner.registered()
        }
    }

    private func make(_ scene: LabScene) throws -> (Facilities, Recorder) {
        let recorder = Recorder(try PipelineRecorder(store: scene.store, device: scene.device))
        let facilities = Facilities(
            phone: scene.simulator.system,
            catalog: scene.store,
            member: scene.device.member,
            recorder: recorder,
            options: MonitoringOptions(updates: LocationRequest(interval: .seconds(60)))
        )
        return (facilities, recorder)
    }

    @Test("a start that can't be recorded fails, and is none", arguments: Platform.allCases)
    func failedStart(platform: Platform) throws {
        let scene = try LabScene(platform)
        let (facilities, recorder) = try make(scene)
        recorder.fails.withLock { $0 = true }
        #expect(throws: Recorder.Failure.self) { try facilities.beginMonitoring() }
        #expect(!facilities.isMonitoringActive())
        let next = try make(scene).0
        next.resume()
        #expect(!next.isMonitoringActive())
        recorder.fails.withLock { $0 = false }
        try facilities.beginMonitoring()
        scene.run(to: 3)
        #expect(scene.watched.count == platform.geofenceLimit)
    }

    @Test("a look-up that fails for a moment leaves the monitored set unchanged")
    func failedLookup() throws {
        let scene = try LabScene(.android)
        let (facilities, recorder) = try make(scene)
        try facilities.beginMonitoring()
        scene.run(to: 3)
        recorder.fails.withLock { $0 = true }
        facilities.handle(.launched(.user), at: LabScene.minute(3))
        #expect(scene.watched.count == 100)
        recorder.fails.withLock { $0 = false }
        facilities.handle(.launched(.user), at: LabScene.minute(4))
        #expect(scene.watched.count == 100)
    }

    @Test("requests of two threads end in one state, and are emitted in its order", .timeLimit(.minutes(10)))
    func threads() throws {
        let scene = try LabScene(.ios, places: 30)
        for name in ["gym", "p1"] { try scene.store.members.addFacility(FacilityID(name), to: scene.device.member) }
        let (facilities, recorder) = try make(scene)
        let emitted = Mutex<Set<String>>([])
        let subscription = facilities.subscribeToEvents(onEvent: { event in
            emitted.withLock { emitted in
                if case .registered(let ids) = event.kind { emitted.formUnion(ids.map(\.text)) }
                if case .unregistered(let ids?) = event.kind { emitted.subtract(ids.map(\.text)) }
            }
        })
        defer { subscription.close() }
        try facilities.beginMonitoring()
        scene.run(to: 3)
        let place = try FacilityID("p5")
        let (first, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        recorder.afterRecord.withLock { act in
            act = {
                Thread.detachNewThread {
                    // If the lane is free in the middle of a report, this removal completes before the report
                    // continues.
                    let isFree = facilities.lane.try()
                    if isFree { facilities.lane.unlock() } else { first.signal() }
                    do {
                        try facilities.remove(place)
                    } catch {
                        Issue.record(error)
                    }
                    if isFree { first.signal() }
                    done.signal()
                }
                first.wait()
            }
        }
        try facilities.add(place)
        done.wait()
        #expect(scene.watched == ["gym", "p1"])
        #expect(emitted.withLock { $0 } == ["gym", "p1"])
        #expect(try scene.registered() == ["gym", "p1"])
    }
}
