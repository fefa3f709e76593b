internal import Foundation
internal import GeofenceEngine
internal import Interchange
internal import PhoneSimulator
internal import VisitModel
internal import VisitPipeline

/// Reads a recorded track as the true movement of a phone.
enum TrackTruth {
    private static let listedFaults = 5

    /// Reads a track's fixes, ordered by time, each time once.
    ///
    /// `device` selects the phone in a track with the fixes of several; `timeZone` is for times without one. Throws
    /// `Problem`, or what the file's reader throws.
    static func waypoints(_ path: String, device: DeviceID?, timeZone: TimeZoneName) throws -> [Movement.Waypoint] {
        do {
            return try taken(path, device: device, timeZone: timeZone)
        } catch let error as VisitPipelineError {
            throw Problem(expecting("a recorded track", in: error.message))
        } catch let error as InterchangeError where error.code == .format {
            let name = URL(filePath: path).lastPathComponent
            throw Problem(
                "\(quoted(name)) is not a recorded track, expected GPX, JSON, or CSV with a header that names "
                    + "latitude, longitude and time"
            )
        } catch let error as InterchangeError {
            throw Problem(expecting("a recorded track", in: error.message))
        }
    }

    private static func taken(_ path: String, device: DeviceID?, timeZone: TimeZoneName) throws -> [Movement.Waypoint] {
        var fixes: [TrackFix] = []
        let source = try ByteSource(path: path)
        let unnamed = try DeviceID("phone")
        var reader = TrackReader(
            fileName: path,
            defaults: TrackDefaults(member: try MemberID("member"), device: unnamed, missingZone: .assumed(timeZone))
        )
        while let piece = try source.next() { try reader.consume(piece, into: &fixes) }
        try reader.finish(into: &fixes)
        let faults = reader.diagnostics.filter { $0.severity == .error }
        guard faults.isEmpty else {
            let listed = faults.prefix(listedFaults).map { "\($0)" }.joined(separator: "; ")
            let more = faults.count > listedFaults ? " and \(faults.count - listedFaults) more" : ""
            throw Problem("has records that can't be used: \(listed)\(more)")
        }
        let devices = Set(fixes.map(\.device)).sorted().map(\.text)
        if let device {
            fixes.removeAll { $0.device != device }
            guard !fixes.isEmpty else {
                throw Problem(
                    "has no fix of \(quoted(device.text)), expected one of \(devices.joined(separator: ", "))"
                )
            }
        } else if devices.count > 1 {
            let names = devices.prefix(12).joined(separator: ", ")
            throw Problem("has fixes of \(devices.count) phones, expected `track_device` with one of \(names)")
        }
        var points: [Movement.Waypoint] = []
        for fix in fixes.map(\.fix).sorted() where isTrue(fix) && points.last.map({ $0.time < fix.time }) ?? true {
            points.append(Movement.Waypoint(time: fix.time, coordinate: fix.coordinate, activity: fix.activity))
        }
        guard let first = points.first?.time, let last = points.last?.time else {
            throw Problem("has no fix with a position, expected a track")
        }
        guard first.seconds(to: last) <= longestSeconds else {
            throw Problem("goes from \(first) to \(last), expected a track of at most 366 days")
        }
        return points
    }

    /// Whether a fix is reliable: neither from a wrong clock nor less accurate than `worstAccuracyMeters`.
    private static func isTrue(_ fix: Fix) -> Bool {
        let hygiene = EvaluationPolicy.standard.hygiene
        if let earliest = hygiene.earliestPlausibleTime, fix.time < earliest { return false }
        return (fix.horizontalAccuracy ?? hygiene.assumedAccuracyMeters) <= worstAccuracyMeters
    }

    /// The horizontal accuracy above which a fix is ignored, in metres.
    private static let worstAccuracyMeters = 100.0
    /// The longest track, in seconds; as long as a journey's days may be.
    private static let longestSeconds = 366.0 * 86_400
}
