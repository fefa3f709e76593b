extension Array {
    /// At most about twice `limit` of many elements, evenly: every so many, and those that differ in a property from the
    /// one before.
    func thinned<Property: Equatable>(to limit: Int, by property: (Element) -> Property) -> [Element] {
        guard count > limit else { return self }
        let step = count / limit + 1
        let kept = indices.filter { index in
            index % step == 0 || index == count - 1
                || index > 0 && property(self[index]) != property(self[index - 1])
        }
        guard kept.count > 2 * limit else { return kept.map { self[$0] } }
        return (0..<2 * limit).map { self[kept[$0 * (kept.count - 1) / (2 * limit - 1)]] }
    }
}
