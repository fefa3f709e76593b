internal import GeofenceEngine
internal import VisitModel
package import VisitStore
internal import WebhookDelivery

extension MessageComposer {
    /// The messages to other systems that every part of Footfall queues: steps of visits, corrections, and failures.
    package static let standard = MessageComposer(
        changes: VisitChange.between,
        body: { message, includesLocation in
            try MessageBody(message, includesLocation: includesLocation).encoded()
        }
    )
}
