internal import TrackingModel
internal import RadarEngine
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

/// The tracking options of one kind of phones.
struct TrackingOptionsResponse: Encodable, Sendable {
    let os: String
    let environment: String
    let trip: String
    @OrNull var preset: String?
    @OrNull var updatedAt: String?
    let warnings: [Warning]
    /// Why the stored options can't be used.
    @OrNull var problem: String?
    /// As phones get them; inserted as text, because an encoder does not keep the order of keys.
    private let options: String?

    enum CodingKeys: String, CodingKey {
        case os, environment, trip, preset, warnings, problem
        case updatedAt = "updated_at"
    }

    /// A setting that the options' author may not have intended.
    struct Warning: Encodable, Sendable {
        let code: String
        let option: String
        let message: String
    }

    init(_ slot: TrackingOptionsSlot) {
        os = slot.target.platform.rawValue
        environment = slot.target.environment.rawValue
        trip = slot.target.isOnTrip ? "on" : "off"
        warnings = (slot.options?.warnings ?? []).map {
            Warning(code: $0.code.rawValue, option: $0.option, message: $0.message)
        }
        options = slot.options?.document
        problem = slot.problem
        updatedAt = slot.updatedAt?.iso8601
        if case .preset(let preset) = slot.options?.content { self.preset = preset.rawValue }
    }

    var bytes: [UInt8] {
        Array("{\"options\":\(options ?? "null"),".utf8) + JSONDocument.encoded(self).dropFirst()
    }

    static func list(_ slots: [TrackingOptionsSlot]) -> [UInt8] {
        Array("{\"tracking_options\":[".utf8)
            + slots.map { TrackingOptionsResponse($0).bytes }.joined(separator: [0x2C])
            + Array("]}".utf8)
    }
}
