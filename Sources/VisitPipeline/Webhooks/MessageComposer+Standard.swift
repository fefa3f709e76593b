internal import GeofenceEngine
internal import VisitModel
package import VisitStore
internal import WebhookDelivery

extension MessageComposer {
    /// The composer of the messages to other systems: each step of a visit, corrections, and errors.
    package static let standard = MessageComposer(
        news: VisitNews.between,
        body: { message, includesLocation in
            try MessageBody(message, includesLocation: includesLocation).encoded()
        }
    )
}
