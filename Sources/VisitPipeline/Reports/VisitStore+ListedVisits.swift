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
        var (filter, names): (VisitFilter, [FacilityID: (name: String, zone: TimeZoneName?)]) = (filter, [:])
        let (zone, pageSize) = (try settings.defaultTimeZone() ?? .utc, 2_000)
        precondition(filter.limit == nil, "a limited list is one page")
        filter.limit = pageSize
        while true {
            let page = try visits.all(matching: filter)
            let reviews = try visits.reviews(of: page.map(\.id))
            for visit in page {
                if names[visit.facility] == nil {
                    let place = try facilities.find(visit.facility)?.facility
                    names[visit.facility] = (place?.name ?? "", place?.timeZone)
                }
                let place = names[visit.facility]
                try body(
                    ListedVisit(
                        visit,
                        facilityName: place?.name ?? "",
                        timeZone: place?.zone ?? zone,
                        review: reviews[visit.id]
                    )
                )
            }
            guard page.count == pageSize, let last = page.last else { return }
            filter.after = VisitCursor(last)
        }
    }
}
