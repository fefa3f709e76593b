internal import SQLiteStorage
package import VisitModel
package import VisitStore

extension VisitStore {
    /// Calls a closure with each visit that matches a filter, in order, with what a list shows of it.
    ///
    /// A page of visits is in memory at a time. Throws what the closure throws.
    package func forEachListedVisit(
        matching filter: VisitFilter,
        _ body: (ListedVisit) throws -> Void
    ) throws {
        let pageSize = 2_000
        precondition(filter.limit == nil, "a limited list is one page")
        var (filter, listing) = (filter, try VisitListing(self))
        filter.limit = pageSize
        while true {
            let page = try visits.all(matching: filter)
            for visit in try listing.listed(page) { try body(visit) }
            guard page.count == pageSize, let last = page.last else { return }
            filter.after = VisitCursor(last)
        }
    }
}

extension VisitStore {
    /// Returns the visits that wait for a person, the surest first.
    package func queuedVisits(_ queue: ReviewQueue, month: Month? = nil, limit: Int) throws -> [ListedVisit] {
        var listing = try VisitListing(self)
        return try listing.listed(visits.queue(queue, month: month, limit: limit).map(\.visit))
    }
}

/// Adds to visits what a list shows of them; remembers the facilities' names.
struct VisitListing {
    private let store: VisitStore
    private let standard: TimeZoneName
    private var places: [FacilityID: (name: String, zone: TimeZoneName?)] = [:]

    init(_ store: VisitStore) throws {
        self.store = store
        standard = try store.settings.defaultTimeZone() ?? .utc
    }

    /// In the order of the visits.
    mutating func listed(_ visits: [Visit]) throws -> [ListedVisit] {
        let ids = visits.map(\.id)
        let (reviews, members) = (try store.visits.reviews(of: ids), try store.visits.memberDetails(of: ids))
        return try visits.map { visit in
            if places[visit.facility] == nil {
                let place = try store.facilities.find(visit.facility)?.facility
                places[visit.facility] = (place?.name ?? "", place?.timeZone)
            }
            let (place, member) = (places[visit.facility], members[visit.id])
            return ListedVisit(
                visit,
                memberName: member?.name,
                group: member?.group,
                facilityName: place?.name ?? "",
                timeZone: place?.zone ?? standard,
                review: reviews[visit.id]
            )
        }
    }
}
