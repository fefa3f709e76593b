/// The endpoints of all pages, their files, and of signing in.
struct DashboardEndpoints: Sendable {
    let parts: ServiceParts
    let dashboard: Dashboard

    var all: [Endpoint] {
        let door = DashboardAuthentication(parts: parts, dashboard: dashboard)
        return [
            FileEndpoints(dashboard: dashboard).all, SignInPages(door: door).all,
            OverviewPages(door: door).all, FacilityPages(door: door).all,
            DevicePages(door: door).all, DeviceEventPages(door: door).all, MemberPages(door: door).all,
            WebhookPages(door: door).all, DeliveryPages(door: door).all, ImportPages(door: door).all,
            SetupPages(door: door).all, QuarantinePages(door: door).all, TokenPages(door: door).all,
        ].flatMap(\.self)
    }
}
