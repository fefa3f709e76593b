internal import Foundation
internal import VisitModel

/// Parses a polygon or a point from GeoJSON: a geometry, a feature of one, or a collection of one feature.
enum GeoJSONShape {
    /// Any object of RFC 7946, reduced to the relevant keys.
    private struct Object: Decodable {
        let type: String
        let geometry: Geometry?
        let features: [Feature]?
    }

    private struct Feature: Decodable {
        let geometry: Geometry?
    }

    private enum Geometry: Decodable {
        case polygon([[[Double]]])
        case multiPolygon([[[[Double]]]])
        case point([Double])
        case other(String)

        private enum Key: CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            switch try container.decode(String.self, forKey: .type) {
            case "Polygon": self = .polygon(try container.decode([[[Double]]].self, forKey: .coordinates))
            case "MultiPolygon": self = .multiPolygon(try container.decode([[[[Double]]]].self, forKey: .coordinates))
            case "Point": self = .point(try container.decode([Double].self, forKey: .coordinates))
            case let type: self = .other(type)
            }
        }
    }

    static func shape(_ text: String) throws(ValidationError) -> BoundaryText.Shape {
        switch try geometry(Data(text.utf8)) {
        case .polygon(let rings): return try BoundaryText.polygon(rings)
        case .multiPolygon(let polygons):
            guard polygons.count == 1 else {
                throw BoundaryText.error("the boundary has \(polygons.count) polygons instead of one")
            }
            return try BoundaryText.polygon(polygons[0])
        case .point(let position): return .point(try BoundaryText.coordinate(position))
        case .other(let type): throw BoundaryText.error("the boundary is a \(type)")
        case nil: throw BoundaryText.error("the boundary has no geometry")
        }
    }

    private static func geometry(_ data: Data) throws(ValidationError) -> Geometry? {
        let decoder = JSONDecoder()
        do {
            let object = try decoder.decode(Object.self, from: data)
            switch object.type {
            case "Feature": return object.geometry
            case "FeatureCollection":
                guard let features = object.features, features.count == 1 else {
                    throw BoundaryText.error("the boundary has \(object.features?.count ?? 0) features instead of one")
                }
                return features[0].geometry
            default: return try decoder.decode(Geometry.self, from: data)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw BoundaryText.error("the boundary is not GeoJSON")
        }
    }
}
