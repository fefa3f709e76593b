internal import GeofenceEngine
internal import VisitModel
package import VisitStore
internal import WebhookDelivery

extension MessageComposer {
    /// What other systems are told by every part of Footfall: each step of a visit, corrections, and reports of trouble.
    package static let standard = MessageComposer(
        changes: VisitChange.between,
        body: { message, includesLocation in
            try MessageBody(message, includesLocation: includesLocation).encoded()
        }
    )
}
