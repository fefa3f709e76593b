internal import VisitModel
internal import VisitStore

extension StoreReader {
    /// Reads the id of a member from the query; `nil` where it is absent.
    ///
    /// Ids such as ann+gym@example.com and +49151234567 are often sent unencoded. Of the readings of a `+`, as a blank and
    /// as a plus, the one that exists is returned; the blank where none does.
    func member(_ call: ServiceCall, _ name: String = "member") async throws -> MemberID? {
        try await identifier(call, name) { store, id in
            try store.members.find(id) != nil || store.quarantine.count(matching: QuarantineFilter(member: id)) > 0
                || !store.accessRecord.all(matching: AccessFilter(member: id, limit: 1)).isEmpty
        }
    }

    /// Reads the id of a device from the query, as `member(_:_:)` does.
    func device(_ call: ServiceCall, _ name: String = "device") async throws -> DeviceID? {
        try await identifier(call, name) { store, id in
            try store.devices.registered(id) != nil
                || store.quarantine.count(matching: QuarantineFilter(device: id)) > 0
        }
    }

    /// Reads the id of a facility from the query, as `member(_:_:)` does.
    func facility(_ call: ServiceCall, _ name: String = "facility") async throws -> FacilityID? {
        try await identifier(call, name) { try $0.facilities.find($1) != nil }
    }

    /// Reads the id of a webhook endpoint from the query, as `member(_:_:)` does.
    func endpoint(_ call: ServiceCall, _ name: String = "endpoint") async throws -> EndpointID? {
        try await identifier(call, name) { try $0.endpoints.find($1) != nil }
    }

    private func identifier<Subject>(
        _ call: ServiceCall,
        _ name: String,
        _ exists: @escaping @Sendable (VisitStore, Identifier<Subject>) throws -> Bool
    ) async throws -> Identifier<Subject>? {
        guard let readings: (usual: Identifier<Subject>, withPlus: Identifier<Subject>) = try call.readings(name) else {
            return nil
        }
        guard readings.usual != readings.withPlus else { return readings.usual }
        return try await read { store in
            let isPlus = try !exists(store, readings.usual) && exists(store, readings.withPlus)
            return isPlus ? readings.withPlus : readings.usual
        }
    }
}
