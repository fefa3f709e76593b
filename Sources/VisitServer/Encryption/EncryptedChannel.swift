#if TLS
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOSSL

/// A connection with TLS, and the service's own handlers behind it.
///
/// The library's `TLSChannel` has one certificate for its whole life.
struct EncryptedChannel: ServerChildChannel, HTTPChannelHandler {
    let certificate: CurrentCertificate
    let plain: ServiceChannel

    var responder: HTTPChannelHandler.Responder { plain.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<ServiceChannel.Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: certificate.context))
        }.flatMap {
            plain.setup(channel: channel, logger: logger)
        }
    }

    func handle(value channel: ServiceChannel.Value, logger: Logger) async {
        await plain.handle(value: channel, logger: logger)
    }
}
#endif
