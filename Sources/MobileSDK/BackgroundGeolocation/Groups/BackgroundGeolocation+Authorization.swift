public import TrackingEngine

extension BackgroundGeolocation {
    /// Permission for location (`Authorization`).
    public var authorization: Authorization { Authorization(owner: self) }

    /// Permission for location.
    public struct Authorization: Sendable {
        let owner: BackgroundGeolocation

        /// As `BackgroundGeolocation.requestPermission()`.
        @discardableResult
        public func requestPermission() async throws -> ProviderState.Status { try await owner.requestPermission() }
        /// As `BackgroundGeolocation.getProviderState()`.
        public var providerState: ProviderState { owner.getProviderState() }
    }
}
