// An app imports one module: the values of all three APIs are in what it exports.
@_exported public import MobileSDK
@_exported public import MobileSDKCore
@_exported public import PhoneOS
@_exported public import PhoneStore
@_exported public import RadarEngine
@_exported public import RadarSDK
@_exported public import TrackingEngine
@_exported public import TrackingModel
@_exported public import VisitModel
