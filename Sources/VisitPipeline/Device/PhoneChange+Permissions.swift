extension PhoneChange {
    /// The app may use the phone's location at any time; what was watched before is registered again.
    package static let locationAllowed = PhoneChange.registrationsRestored

    /// The app may use the phone's location only while it is open.
    package static let locationAllowedInUse = PhoneChange.failed(
        code: "LOCATION_WHEN_IN_USE",
        message: "the app may use the phone's location only while it is open, so visits are missed"
    )

    /// The app may not use the phone's location, so its system watches nothing for it.
    package static let locationDenied = PhoneChange.registrationsLost(
        code: "LOCATION_DENIED",
        message: "the app may not use the phone's location"
    )
}
