/// Every page of the dashboard, what belongs to them, and signing in.
struct DashboardEndpoints: Sendable {
    let parts: ServiceParts
    let dashboard: Dashboard

    var all: [Endpoint] {
        let door = DashboardDoor(parts: parts, dashboard: dashboard)
        return [
            FileEndpoints(dashboard: dashboard).all, SignInPages(door: door).all,
            OverviewPages(door: door).all, FacilityPages(door: door).all,
        ].flatMap(\.self)
    }
}
