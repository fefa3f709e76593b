extension PhoneChange {
    /// Background location is allowed; the geofences registered before are registered again.
    package static let locationAllowed = PhoneChange.registrationsRestored

    /// Location is allowed only while the app is in use.
    package static let locationAllowedInUse = PhoneChange.failed(
        code: "LOCATION_WHEN_IN_USE",
        message: "the app may use the phone's location only while it is open, so visits are missed"
    )

    /// Location is denied, so the system monitors nothing for the app.
    package static let locationDenied = PhoneChange.registrationsLost(
        code: "LOCATION_DENIED",
        message: "the app may not use the phone's location"
    )
}
