internal import VisitModel

extension FacilityRowReader {
    /// What a row states of where its facility is.
    struct Place {
        /// The row's coordinate, or else the point of its geometry.
        var point: Coordinate?
        /// Whether the point is that of a geometry, which could have had polygons instead.
        var isGeometry = false
        var boundary = FieldStatement<Geofence>.none

        /// The point, or else the middle of the boundary.
        var coordinate: Coordinate? {
            if let point { return point }
            if case .value(let geofence) = boundary { return geofence.center }
            return nil
        }
    }

    /// `known` is the stored facility.
    func place(_ record: borrowing DelimitedRecord, known: Facility?, _ problems: inout RowProblems) -> Place {
        var place = Place(point: point(record, &problems))
        guard let field = record.field(boundaryColumn) else { return place }
        guard !field.isClearing else {
            place.boundary = .cleared
            return place
        }
        do throws(ValidationError) {
            let geometry = try BoundaryText.geometry(field.string)
            try place.add(geometry, known: known?.geofence, column: columns.header(.boundary), &problems)
        } catch {
            // Beside a good coordinate the facility is a circle there, or stays what it is.
            let severity = place.point == nil ? .error : unreadableValue
            let hasBoundary = known?.geofence.polygons.isEmpty == false
            let outcome = hasBoundary ? "the stored boundary is kept" : "the facility is a circle at its coordinate"
            problems.add(
                severity,
                "bad_boundary",
                column: columns.header(.boundary),
                severity == .error ? error.message : "\(error.message); \(outcome)"
            )
        }
        return place
    }

    /// The fence of a facility: as the row states it, else as stored; `nil` with an error where neither gives one.
    func geofence(
        _ place: Place,
        _ radius: FieldStatement<Radius>,
        of id: FacilityID,
        known: Facility?,
        _ record: borrowing DelimitedRecord,
        _ kept: inout FacilityFields,
        _ problems: inout RowProblems
    ) -> Geofence? {
        if case .value(let geofence) = place.boundary { return geofence }
        var hasRadius = false
        if case .value = radius { hasRadius = true }
        // A geometry that is a point, with a radius, is a circle.
        let isStatedCircle = place.isGeometry && hasRadius
        if case .none = place.boundary, let stored = known?.geofence, !stored.polygons.isEmpty, !isStatedCircle {
            if let point = place.point, stored.gap(to: point) > Geofence.tolerableGapMeters {
                problems.add(
                    .error,
                    "boundary_elsewhere",
                    column: columns.header(.latitude),
                    "the stored boundary is \(Self.distance(stored.signedDistance(to: point))) away from this point; "
                        + "give the boundary too, or `-` in a column boundary for a circle"
                )
                return nil
            }
            if hasRadius {
                problems.add(
                    .warning,
                    "radius_ignored",
                    column: columns.header(.radiusMeters),
                    "the facility has a boundary and no radius; `-` in a column boundary makes it a circle"
                )
            }
            kept.insert(place.point == nil ? [.boundary, .position] : .boundary)
            return stored
        }
        guard let center = place.point ?? known?.geofence.center else {
            addMissingPosition(record, of: id, &problems)
            return nil
        }
        if place.point == nil { kept.insert(.position) }
        var storedRadius: Radius?
        if case .circle(_, let stored)? = known?.geofence { storedRadius = stored }
        return .circle(center: center, radius: radius.resolved(storedRadius, defaults.radius, .radius, &kept))
    }

    static func distance(_ meters: Double) -> String {
        meters < 10_000 ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1000).rounded())) km"
    }
}

extension FacilityRowReader.Place {
    /// Adds the geometry beside the point, in the order of its numbers that fits.
    ///
    /// Some programs write the latitude first, against the definition of WKT, WKB and GeoJSON: the other order is used
    /// where only that fits the row's point, or the stored fence, or lies on the earth. Throws where the geometry is
    /// none.
    mutating func add(
        _ geometry: UncheckedGeometry,
        known: Geofence?,
        column: String,
        _ problems: inout RowProblems
    ) throws(ValidationError) {
        let reference = point ?? known?.center
        let usual: Geofence
        do throws(ValidationError) {
            usual = try geometry.shape(.longitudeFirst)
        } catch {
            guard let swapped = try? geometry.shape(.latitudeFirst),
                reference.map({ swapped.gap(to: $0) <= Geofence.tolerableGapMeters }) ?? true
            else { throw error }
            use(swapped, column: column, isSwapped: true, &problems)
            return
        }
        if let gap = usual.mixedOrderGap {
            problems.add(
                .error,
                "boundary_elsewhere",
                column: column,
                "a polygon of the boundary is \(FacilityRowReader.distance(gap)) away from the others and near them with "
                    + "latitude and longitude swapped, expected the longitude first in all of them"
            )
            return
        }
        guard let reference, usual.gap(to: reference) > Geofence.tolerableGapMeters else {
            use(usual, column: column, &problems)
            return
        }
        if let swapped = try? geometry.shape(.latitudeFirst), swapped.gap(to: reference) <= Geofence.tolerableGapMeters
        {
            use(swapped, column: column, isSwapped: true, &problems)
            return
        }
        use(usual, column: column, &problems)
        warnOfGap(usual, to: reference, known: known, column: column, &problems)
    }

    private mutating func use(
        _ shape: Geofence,
        column: String,
        isSwapped: Bool = false,
        _ problems: inout RowProblems
    ) {
        if case .circle(let center, _) = shape {
            if center.latitude == 0, center.longitude == 0 {
                if point == nil { problems.addZeroCoordinate(column: column) }
                return
            }
            guard point == nil else { return }
            (point, isGeometry) = (center, true)
        } else {
            boundary = .value(shape)
        }
        guard isSwapped else { return }
        problems.add(
            .warning,
            "latitude_first",
            column: column,
            "the geometry has the latitude first, expected the longitude; the two were swapped"
        )
    }

    private mutating func warnOfGap(
        _ shape: Geofence,
        to reference: Coordinate,
        known: Geofence?,
        column: String,
        _ problems: inout RowProblems
    ) {
        let isPoint = shape.polygons.isEmpty
        // A stored fence may move, but a boundary has to be where its own point is: the row's, or the stored circle's.
        let isOwn = point != nil && !isGeometry || (!isPoint && known?.polygons.isEmpty == true)
        let gap = FacilityRowReader.distance(
            isPoint ? shape.center.distance(to: reference) : shape.signedDistance(to: reference)
        )
        let from = point != nil && !isGeometry ? "latitude and longitude" : "the stored position"
        if isPoint {
            guard isOwn else { return }
            problems.add(
                .warning,
                "coordinate_outside_boundary",
                column: column,
                "the point of the geometry is \(gap) away from \(from), which were used"
            )
        } else if isOwn, shape.gap(to: reference) > Geofence.largestGapMeters {
            boundary = .none
            problems.add(
                .error,
                "boundary_elsewhere",
                column: column,
                "the boundary is \(gap) away from \(from), expected around them; correct one of the two"
            )
        } else {
            problems.add(
                .warning,
                "coordinate_outside_boundary",
                column: column,
                "the boundary is \(gap) away from \(from), expected around them; the boundary was used"
            )
        }
    }
}

extension UncheckedGeometry {
    /// The validated fence of an area; a point is a circle, of which only the centre counts.
    fileprivate func shape(_ order: AxisOrder) throws(ValidationError) -> Geofence {
        if let geofence = try geofence(order) { return geofence }
        guard let center = try coordinate(order) else { throw BoundaryText.error("the boundary is empty") }
        return .circle(center: center, radius: .standard)
    }
}

extension Geofence {
    /// The largest distance of a facility's point from its boundary without a remark, in metres.
    ///
    /// An address point is often that of the street.
    fileprivate static let tolerableGapMeters = 500.0
    /// The largest distance of a facility's point from its boundary, in metres: one of the two is wrong beyond it.
    fileprivate static let largestGapMeters = 10_000.0

    /// The distance from a point to a circle that contains the fence, in metres; 0 inside.
    ///
    /// A point between two polygons, or in the bend of one, is no farther from the fence than its own middle.
    fileprivate func gap(to point: Coordinate) -> Double {
        if case .circle(let center, _) = self { return center.distance(to: point) }
        let circle = enclosingCircle
        return max(0, circle.center.distance(to: point) - circle.radiusMeters)
    }

    /// The distance of the first polygon that is far from the others, in metres, where they are near it in the other
    /// order of its numbers; `nil` where the polygons have one order.
    fileprivate var mixedOrderGap: Double? {
        let circles = polygons.map(\.boundingCircle)
        for (index, circle) in circles.enumerated() {
            func gap(from center: Coordinate) -> Double {
                circles.indices.filter { $0 != index }.reduce(.infinity) { nearest, other in
                    let centers = center.distance(to: circles[other].center)
                    return min(nearest, centers - circle.radiusMeters - circles[other].radiusMeters)
                }
            }
            let (center, usual) = (circle.center, gap(from: circle.center))
            guard usual > Self.largestGapMeters,
                let swapped = try? Coordinate(latitude: center.longitude, longitude: center.latitude),
                gap(from: swapped) <= Self.largestGapMeters
            else { continue }
            return usual
        }
        return nil
    }
}
