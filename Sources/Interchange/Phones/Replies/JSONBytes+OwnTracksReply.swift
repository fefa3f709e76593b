internal import VisitModel
internal import WireJSON

extension JSONBytes {
    /// Writes OwnTracks' response: an array, with the command `setWaypoints` where fences change.
    ///
    /// The way to delete a waypoint differs (OwnTracks for iOS, `Settings.m`, `setWaypoints`; for Android,
    /// `WaypointsRepo`, `importFromMessage`, over its history; owntracks/ios#569, owntracks/android#1022). iOS deletes
    /// the one of the same `rid` and adds it again only with valid coordinates. Android replaces the one of the same
    /// `tst`; some versions delete it when the new coordinates are invalid, the newest ignore such a waypoint, and the
    /// oldest store it. So each is written twice: first with a radius of 0, which no version monitors, and then with
    /// invalid coordinates. `clearWaypoints` would delete the user's own waypoints too.
    mutating func ownTracksReply(_ fences: FenceOrders) {
        openList()
        if !fences.isEmpty {
            openObject()
            member("_type", "cmd")
            member("action", "setWaypoints")
            openObject("waypoints")
            member("_type", "waypoints")
            openList("waypoints")
            for facility in fences.removed {
                waypoint(facility, name: "", (0, 0), radiusMeters: 0)
                waypoint(facility, name: "", (-1000, -1000), radiusMeters: 0)
            }
            for fence in fences.added {
                let center = (fence.center.latitude, fence.center.longitude)
                waypoint(fence.facility, name: fence.name, center, radiusMeters: fence.radiusMeters)
            }
            closeList()
            closeObject()
            closeObject()
        }
        closeList()
    }

    /// Writes a waypoint; its radius is whole metres, because Android reads nothing else.
    private mutating func waypoint(
        _ facility: FacilityID,
        name: String,
        _ center: (latitude: Double, longitude: Double),
        radiusMeters: Double
    ) {
        openObject()
        member("_type", "waypoint")
        member("desc", OwnTracksWaypoint.text(facility: facility, name: name))
        member("lat", center.latitude)
        member("lon", center.longitude)
        member("rad", radiusMeters.rounded(.up))
        member("tst", OwnTracksWaypoint.time(of: facility))
        member("rid", facility.text)
        closeObject()
    }
}
