public import VisitModel

extension FenceIndex {
    /// Finds the fences with the edges nearest to a point.
    ///
    /// In order of the distance to the edge; equal distances by number of visits in descending order, then by facility
    /// id. The result equals that of measuring and sorting all fences.
    ///
    /// - Parameters:
    ///   - count: the number of fences, 0 or more; fewer are found where there are fewer.
    ///   - coordinate: the point in degrees.
    ///   - point: the same point as a vector.
    ///   - search: a workspace; afterwards `search.found` is the result.
    ///   - visits: the number of the member's visits to a facility; called only for fences at equal distances.
    public func nearest(
        _ count: Int,
        to coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch,
        visits: (FenceKey) -> Int = { _ in 0 }
    ) {
        search.found.removeAll(keepingCapacity: true)
        guard count > 0, !fences.isEmpty else { return }
        search.nearest.reset(count: min(count, fences.count), index: self)
        walk(from: point, pending: &search.pending, into: &search.nearest)
        search.nearest.shortlist.forEach { index in
            search.found.append(measured(index, to: coordinate, point))
        }
        rank(&search.found, visits: visits)
        if search.found.count > count {
            search.found.removeLast(search.found.count - count)
        }
    }

    /// Finds all fences with edges no farther from a point than a distance.
    ///
    /// - Parameters:
    ///   - meters: the distance; negative for fences that the point is at least so deep inside.
    ///   - coordinate: the point in degrees.
    ///   - point: the same point as a vector.
    ///   - search: a workspace; afterwards `search.found` is the result, in the order of `nearest`.
    public func within(
        meters: Double,
        of coordinate: Coordinate,
        _ point: EarthPoint,
        using search: inout FenceSearch
    ) {
        search.found.removeAll(keepingCapacity: true)
        guard !fences.isEmpty else { return }
        search.range.reset(limit: meters)
        walk(from: point, pending: &search.pending, into: &search.range)
        for index in search.range.indices {
            let find = measured(Int(index), to: coordinate, point)
            if find.edgeMeters <= meters {
                search.found.append(find)
            }
        }
        rank(&search.found) { _ in 0 }
    }
}
