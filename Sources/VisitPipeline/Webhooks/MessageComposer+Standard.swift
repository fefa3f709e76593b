internal import GeofenceEngine
internal import VisitModel
public import VisitStore
internal import WebhookDelivery

extension MessageComposer {
    /// What other systems are told by every part of Footfall: each step of a visit, corrections, and reports of trouble.
    public static let standard = MessageComposer(
        news: VisitChange.between,
        body: { message, includesLocation in
            try MessageBody(message, includesLocation: includesLocation).encoded()
        }
    )
}
