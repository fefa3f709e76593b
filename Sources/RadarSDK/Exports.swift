// An app imports one module: subscriptions, transports and errors are the same for both families of SDKs.
@_exported public import MobileSDKCore
