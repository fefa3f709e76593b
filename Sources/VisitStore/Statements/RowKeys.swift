package import VisitModel

package typealias EndpointKey = RecordKey<StoredEndpoint>
/// Of two messages, the one with the lower key was queued first.
package typealias MessageKey = RecordKey<WebhookMessage>
