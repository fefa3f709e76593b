public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Where the app stands with a permission.
    ///
    /// - Parameter permission: which.
    /// - Returns: where it stands.
    public func status(of permission: Permission) -> PermissionStatus {
        app.permissions[permission]?.status ?? .denied
    }

    /// Whether the app has a permission.
    func isGranted(_ permission: Permission) -> Bool { status(of: permission) == .granted }

    /// Says what the member will answer when the app asks.
    ///
    /// - Parameters:
    ///   - permission: which.
    ///   - isAllowed: whether the answer is yes.
    public mutating func setAnswer(to permission: Permission, allow isAllowed: Bool) {
        app.permissions[permission]?.answer = isAllowed ? .allow : .refuse
    }

    /// The member, or an administrator, changes a permission in the phone's settings.
    ///
    /// Android ends the app's process when a permission is taken from it (Google, "Permissions on Android"); without
    /// location there is no background location either.
    ///
    /// - Parameters:
    ///   - permission: which.
    ///   - status: what it is from now on.
    public mutating func setPermission(_ permission: Permission, _ status: PermissionStatus) {
        guard app.state != .uninstalled, let record = app.permissions[permission], record.status != status else {
            return
        }
        stayAwakeAfterUpdates()
        app.permissions[permission]?.status = status
        app.permissions[permission]?.wasAsked = true
        notes.append(.changed(permission.rawValue, status.rawValue))
        if permission == .fineLocation, status != .granted, isGranted(.backgroundLocation),
            Permission.backgroundLocation.isAsked(on: profile.platform, profile.version)
        {
            setPermission(.backgroundLocation, .denied)
        }
        if profile.platform == .android, record.status == .granted, status != .granted {
            endApp(.terminated)
        } else {
            tell(.permissionChanged(permission, status))
        }
        wakeRegions()
    }

    /// The member lets the app see less or more exactly where they are.
    ///
    /// - Parameter precision: how exactly.
    public mutating func setPrecision(_ precision: LocationPrecision) {
        guard app.precision != precision else { return }
        app.precision = precision
        notes.append(.changed("location precision", precision.rawValue))
        tell(.precisionChanged(precision))
        wakeRegions()
    }

    /// Whether the system would show a prompt, rather than answering by itself.
    ///
    /// iOS asks once for each; Android until it was refused twice (Google, "Request runtime permissions"). Background
    /// location can only be asked for once location is granted, and from Android 11 on only through the settings.
    ///
    /// - Parameter permission: which.
    /// - Returns: false where asking changes nothing.
    public func canPrompt(for permission: Permission) -> Bool {
        guard let record = app.permissions[permission], record.status == .denied else { return false }
        if permission == .backgroundLocation, !isGranted(.fineLocation) { return false }
        switch profile.platform {
        case .ios: return !record.wasAsked
        case .android: return record.refusals < 2
        }
    }

    /// Says what the app was built with.
    ///
    /// - Parameter manifest: what its developers put into it.
    public mutating func setManifest(_ manifest: AppManifest) {
        stayAwakeAfterUpdates()
        app.manifest = manifest
    }

    /// The app asks the member.
    ///
    /// What their answer changes is told as a change in the phone's settings is, besides being returned: whoever asked and
    /// whoever listens both learn of it. Whether fences may be watched is looked at anew.
    ///
    /// - Parameter permission: for what.
    /// - Returns: where the app stands afterwards.
    /// - Throws: `PhoneError` with code `manifestIncomplete` where iOS would refuse to ask, because the app does not say why.
    public mutating func request(_ permission: Permission) throws(PhoneError) -> PermissionStatus {
        if profile.platform == .ios { try checkUsageDescription(of: permission) }
        guard canPrompt(for: permission), let record = app.permissions[permission] else {
            return status(of: permission)
        }
        app.permissions[permission]?.wasAsked = true
        switch record.answer {
        case .allow:
            app.permissions[permission]?.status = .granted
        case .refuse:
            app.permissions[permission]?.refusals += 1
            if profile.platform == .android, record.refusals + 1 >= 2 {
                app.permissions[permission]?.status = .restricted
            }
        }
        let status = status(of: permission)
        notes.append(.changed(permission.rawValue, status.rawValue))
        if status != record.status {
            tell(.permissionChanged(permission, status))
            wakeRegions()
        }
        return status
    }

    private func checkUsageDescription(of permission: Permission) throws(PhoneError) {
        let keys: [String] =
            switch permission {
            case .fineLocation: [AppManifest.whenInUseKey]
            case .backgroundLocation: [AppManifest.whenInUseKey, AppManifest.alwaysKey]
            case .physicalActivity: [AppManifest.motionKey]
            case .notifications: []
            }
        for key in keys where !app.manifest.usageDescriptions.contains(key) {
            throw PhoneError(
                .manifestIncomplete,
                "Info.plist has no \(key): add the sentence that explains the permission"
            )
        }
    }
}
