/// The permanent integer key of a record, unique among the records of its kind in one database.
package struct RecordKey<Subject>: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package typealias DeviceKey = RecordKey<Device>
package typealias FacilityKey = RecordKey<Facility>
