package import VisitModel

/// The permanent integer key of a row in one database.
package struct RowKey<Subject>: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }
}

package typealias DeviceKey = RowKey<StoredDevice>
package typealias FacilityKey = RowKey<StoredFacility>
package typealias EndpointKey = RowKey<StoredEndpoint>
/// Of two messages, the one with the lower key was queued first.
package typealias MessageKey = RowKey<WebhookMessage>
