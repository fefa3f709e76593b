package import VisitModel

/// The columns of exported visits and fixes: those of the engine's tables (docs/engine.md).
package enum ExportColumns {
    /// A fix with the device that sent it.
    package struct FixRow: Sendable {
        package let fix: Fix
        package let device: Device

        package init(fix: Fix, device: Device) {
            self.fix = fix
            self.device = device
        }
    }

    package static let visits: [Column<Visit>] = [
        Column("visit_id") { .text($0.id.text) },
        Column("member") { .text($0.member.text) },
        Column("device") { .optional($0.device?.text) },
        Column("facility") { .text($0.facility.text) },
        Column("entered_at") { .time($0.enteredAt) },
        Column("dwelled_at") { .optional($0.dwelledAt) },
        Column("exited_at") { .optional($0.exitedAt) },
        Column("status") { .text($0.status.rawValue) },
        Column("evidence") { .text($0.evidence.rawValue) },
        Column("counted") { .flag($0.isCounted) },
        Column("month") { .text($0.month.description) },
        Column("verdict") { .text($0.verdict.rawValue) },
        Column("confidence") { .optional($0.assessment?.confidence, decimals: 2) },
        Column("proven_seconds") { .optional($0.assessment?.provenSeconds) },
        Column("bridged_seconds") { .optional($0.assessment?.bridgedSeconds) },
        Column("entered_from") { .optional($0.assessment?.enteredBetween.lowerBound) },
        Column("entered_to") { .optional($0.assessment?.enteredBetween.upperBound) },
        Column("exited_from") { .optional($0.assessment?.exitedBetween?.lowerBound) },
        Column("exited_to") { .optional($0.assessment?.exitedBetween?.upperBound) },
        Column("runner_up") { .optional($0.assessment?.runnerUp?.facility.text) },
        Column("runner_up_share") { .optional($0.assessment?.runnerUp?.share, decimals: 2) },
        Column("doubts") { .list($0.doubts.names) },
        Column("fixes_inside") { .integer($0.fixesInside) },
        Column("last_proof_at") { .time($0.lastProofAt) },
        Column("depth_m") { .number($0.depthMeters, decimals: 1) },
        Column("policy_version") { .text($0.policyVersion) },
    ]

    package static let fixes: [Column<FixRow>] = [
        Column("member") { .text($0.device.member.text) },
        Column("device") { .text($0.device.id.text) },
        Column("platform") { $0.device.isPlatformKnown ? .text($0.device.platform.rawValue) : .nothing },
        Column("timestamp") { .time($0.fix.time) },
        Column("latitude") { .number($0.fix.coordinate.latitude, decimals: 6) },
        Column("longitude") { .number($0.fix.coordinate.longitude, decimals: 6) },
        Column("accuracy") { .optional($0.fix.horizontalAccuracy, decimals: 1) },
        Column("speed") { .optional($0.fix.speed, decimals: 2) },
        Column("course") { .optional($0.fix.course, decimals: 1) },
        Column("altitude") { .optional($0.fix.altitude, decimals: 1) },
        Column("activity") { .optional($0.fix.activity?.rawValue) },
        Column("battery") { .optional($0.fix.battery, decimals: 2) },
        Column("mock") { .flag($0.fix.flags.contains(.mock)) },
        Column("stationary") { .flag($0.fix.flags.contains(.stationary)) },
        Column("moving") { .flag($0.fix.flags.contains(.moving)) },
    ]
}
