internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline

/// What is set for one kind of phones, as programs read it.
struct TrackingOptionsAnswer: Encodable, Sendable {
    let os: String
    let environment: String
    let trip: String
    /// The preset's name, where one is set.
    @OrNull var preset: String?
    @OrNull var updatedAt: String?
    let warnings: [Warning]
    /// Why what is stored can't be used.
    @OrNull var problem: String?
    /// What phones are handed, written beside the rest: no encoder keeps the order of its keys.
    private let options: String?

    enum CodingKeys: String, CodingKey {
        case os, environment, trip, preset, warnings, problem
        case updatedAt = "updated_at"
    }

    /// Something that the options' author may not have meant.
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

    /// The document, with the options as phones get them.
    var bytes: [UInt8] {
        Array("{\"options\":\(options ?? "null"),".utf8) + JSONDocument.encoded(self).dropFirst()
    }

    /// A document of all kinds of phones.
    static func list(_ slots: [TrackingOptionsSlot]) -> [UInt8] {
        Array("{\"tracking_options\":[".utf8) + slots.map { TrackingOptionsAnswer($0).bytes }.joined(separator: [0x2C])
            + Array("]}".utf8)
    }
}
