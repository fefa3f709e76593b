import PhoneOS
import Testing

@testable import PhoneSimulator

@Suite("The rules published in open source are followed exactly")
struct AndroidStateVectorTests {
    @Test("AOSP's and microG's transitions", arguments: AndroidStateVector.aosp + AndroidStateVector.microg)
    func inline(vector: AndroidStateVector) throws {
        try check(vector)
    }

    @Test(
        "the published test vectors of AOSP and microG",
        .enabled(if: AndroidStateVectorFile.isPresent, AndroidStateVectorFile.missing)
    )
    func published() throws {
        let (aosp, microg) = (try AndroidStateVectorFile.aosp(), try AndroidStateVectorFile.microg())
        for vector in aosp + microg { try check(vector) }
        // The tables in these tests are the same vectors, for checkouts without the files.
        #expect(aosp.map { "\($0.steps)" } == AndroidStateVector.aosp.map { "\($0.steps)" })
        #expect(
            microg.map { "\($0.initial) \($0.steps)" } == AndroidStateVector.microg.map { "\($0.initial) \($0.steps)" }
        )
    }

    @Test("an uncertain fix at the edge changes neither the side nor the start of the stay")
    func uncertainBoundary() throws {
        var profile = AndroidGeofenceProfile()
        profile.decision = .microg
        let request = try AndroidBench.region("fence", notifies: AndroidBench.all, loitering: .seconds(30))
        var tracker = AndroidFenceTracker()
        #expect(tracker.update(.inside, at: AndroidBench.time(1), for: request, by: .microg) == [.enter])
        let edge = AndroidFenceMeasurement(distanceMeters: 95, radiusMeters: 100, accuracyMeters: 20)
        #expect(profile.side(of: edge) == .unknown)
        #expect(tracker.update(.unknown, at: AndroidBench.time(20), for: request, by: .microg).isEmpty)
        #expect(tracker.side == .inside && tracker.stayBegan == AndroidBench.time(1))
    }

    private func check(_ vector: AndroidStateVector) throws {
        for (step, emitted) in zip(vector.steps, try vector.emitted()) {
            guard let expected = step.expected else { continue }
            #expect(emitted == expected, "\(vector.testDescription), at \(step.milliseconds) ms")
        }
    }
}
