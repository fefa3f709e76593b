import VisitModel
extension DeviceSession { func wouldChange(at: Timestamp, _ c: TimelineContext) -> Bool { false } }
extension DeviceInput { static func passed(at t: Timestamp) -> DeviceInput { .rebooted(at: t) } }
