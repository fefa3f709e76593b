public import VisitModel
public enum PhoneApp: String, CaseIterable, Sendable { case footfall, transistor, ownTracks = "owntracks", traccar, overland, gpsLogger = "gpslogger", radar }
public struct PhoneRequest: Sendable { public init(method: String, query: String, contentType: String?, userName: String?, deviceName: String?, body: [UInt8]) {} }
public struct PhoneSender: Sendable { public init(member: MemberID?, device: DeviceID?) {} }
public enum FenceAction: String, Sendable, Hashable { case entered, exited, dwelled }
public struct FenceClaim: Sendable, Hashable { public var fence: String; public var action: FenceAction; public var at: Timestamp? }
public struct ProviderState: Sendable, Hashable { public var enabled: Bool?; public var status: Int? }
public enum PhoneRecordEvent: String, Sendable { case motionchange, geofence, heartbeat, providerchange }
public struct PhoneRecord: Sendable { public var device: DeviceID; public var member: MemberID?; public var platform: Platform?; public var time: Timestamp; public var fix: Fix?; public var claim: FenceClaim?; public var provider: ProviderState?; public var event: PhoneRecordEvent?; public var isCurrentOnly: Bool }
public struct RefusedRecord: Sendable { public var code: String; public var message: String; public var bytes: [UInt8]; public var device: DeviceID?; public var member: MemberID? }
public struct PhoneFailure: Sendable { public var code: String; public var message: String }
public struct PhoneReport: Sendable { public var records: [PhoneRecord]; public var refused: [RefusedRecord]; public var ignored: Int; public var failure: PhoneFailure? }
public struct PhoneReader { public init() {}; public mutating func read(_ r: PhoneRequest, as a: PhoneApp, from s: PhoneSender, receivedAt: Timestamp) -> PhoneReport { PhoneReport(records: [], refused: [], ignored: 0, failure: nil) } }
public struct FenceOrder: Sendable { public init(facility: FacilityID, name: String, center: Coordinate, radiusMeters: Double, vertices: [Coordinate]?, dwellSeconds: Double) {} }
public struct FenceOrders: Sendable { public init(added: [FenceOrder], removed: [FacilityID]) {} }
public struct PhoneReplyCounts: Sendable { public var accepted: Int; public var repeated: Int; public var quarantined: Int; public init(accepted: Int, repeated: Int, quarantined: Int) { self.accepted = accepted; self.repeated = repeated; self.quarantined = quarantined } }
public struct PhoneReply: Sendable { public var status: Int; public var contentType: String?; public var body: [UInt8]; public static func make(for: PhoneApp, report: PhoneReport, counts: PhoneReplyCounts, fences: FenceOrders?) -> PhoneReply { PhoneReply(status: 200, contentType: nil, body: []) } }
