internal import Hummingbird
internal import VisitModel
internal import VisitStore

/// What a request adds to the access record before it is answered.
enum AccessRecording: Hashable, Sendable {
    case read
    /// A read where the request names a member, a phone or a visit, and nothing where it does not.
    case readWhereNamed
    case export
}

extension AccessRecorder {
    /// Records that a request reads what its address refers to; throws what `record(_:_:by:)` throws, and `Problem` for
    /// an invalid id.
    ///
    /// A phone, or a program that acts for members, reads only what is its own (`ingest`): that is not recorded.
    func record(
        _ recording: AccessRecording,
        _ call: ServiceCall,
        by principal: Principal,
        via interface: AccessCaller.Interface
    ) async throws {
        guard principal.role != .ingest else { return }
        let target = try await call.accessTarget(reader)
        if recording == .readWhereNamed, target == .list { return }
        try await record(recording == .export ? .export : .read, target, by: AccessCaller(interface, principal))
    }
}

extension AccessCaller {
    init(_ interface: Interface, _ principal: Principal) {
        self.init(interface, id: principal.tokenID.text, note: principal.words)
    }
}

extension ServiceCall {
    /// What the request refers to: by its path, otherwise by the filters of its query.
    fileprivate func accessTarget(_ reader: StoreReader) async throws -> AccessTarget {
        let names = context.parameters
        if names.get("member") != nil { return .member(try pathIdentifier("member")) }
        if names.get("device") != nil { return .device(try pathIdentifier("device")) }
        if names.get("visit") != nil { return .visit(try pathIdentifier("visit")) }
        if names.get("message") != nil { return .message(try pathIdentifier("message")) }
        // No record has the number 0.
        if let key = names.get("key") { return .quarantined(.init(rawValue: Int64(key) ?? 0)) }
        if let member = try await reader.member(self) { return .member(member) }
        if let device = try await reader.device(self) { return .device(device) }
        if let visit: VisitID = try identifier("visit") { return .visit(visit) }
        return .list
    }
}
