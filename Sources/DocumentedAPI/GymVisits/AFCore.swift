public import MobileSDK
public import PhoneOS
public import VisitModel

/// A member's facilities and visits under the names of the Gym Visits document: one shared instance, over the phone
/// that the app gives once.
///
/// ```swift
/// try AFCore.use(phone, member: MemberID("ann"), facilities: gyms)
/// try await AFCore.shared.facilities().startMonitoring()
/// ```
public final class AFCore: Sendable {
    /// The instance of the app.
    public static let shared = AFCore()

    /// The objects over the phone.
    struct Parts: Sendable {
        let facilities: Facilities
        let activities: Activities
        let permissions: AppPermissions
    }

    let slot = PhoneSlot<Parts>(filledBy: "try AFCore.use(phone, member: …, facilities: …)")

    private init() {}

    /// Gives `AFCore` and `AFPermissions` their phone, and resumes the monitoring of the last process; to be called at
    /// each start of the app, before the user interface is shown.
    ///
    /// `catalog` has the places, the lists and the visits, and `recorder` decides what is a visit, as for `Facilities`.
    /// `uploader` sends each fix to a service; `explainer` explains permissions, and without one the app does that
    /// itself, before it requests them. A phone has one signal handler: an app uses either this, `BGGeo` or `Radar` on
    /// it. A second call replaces the phone and ends all subscriptions.
    public static func use(
        _ phone: any PhoneOS,
        member: MemberID,
        catalog: any FacilityCatalog,
        recorder: any VisitRecorder,
        options: MonitoringOptions = MonitoringOptions(),
        uploader: FixUploader? = nil,
        explainer: (any PermissionExplainer)? = nil
    ) {
        let facilities = Facilities(
            phone: phone,
            catalog: catalog,
            member: member,
            recorder: recorder,
            options: options,
            uploader: uploader
        )
        shared.slot.fill(
            Parts(
                facilities: facilities,
                activities: Activities(catalog: catalog, member: member),
                permissions: AppPermissions(phone: phone, explainer: explainer ?? PromptingExplainer(phone: phone))
            )
        )
        facilities.resume()
    }

    /// Gives them a phone with places in memory: visits are counted by the service's engine and end with the process.
    ///
    /// `facilities` are the member's, each id once. Everything else is as for the other `use`. Throws
    /// `ValidationError` for a member whose id is no id of a phone.
    public static func use(
        _ phone: any PhoneOS,
        member: MemberID,
        facilities: [Facility],
        options: MonitoringOptions = MonitoringOptions(),
        explainer: (any PermissionExplainer)? = nil
    ) throws {
        let recorder = InMemoryVisitRecorder(
            device: Device(id: try DeviceID(member.text), member: member, platform: phone.platform),
            facilities: facilities,
            // The phone's own movement trigger takes one slot where no updates are requested.
            reservedSlots: options.updates == nil ? 1 : 0
        )
        use(
            phone,
            member: member,
            catalog: recorder,
            recorder: recorder,
            options: options,
            explainer: explainer
        )
    }

    /// The member's places and their monitoring.
    public func facilities() -> AFFacilities { AFFacilities(slot: slot) }

    /// The member's visits by month.
    public func activities() -> Activities { slot.filled.activities }
}

/// The explainer of an app that explains permissions by itself: the system's prompt follows at once, and Settings are
/// left to `AFPermissions.openAppSettings()`.
private struct PromptingExplainer: PermissionExplainer {
    let phone: any PhoneOS

    func explain(_ explanation: PermissionExplanation, leadsToSettings: Bool) async -> Bool {
        phone.canPrompt(for: explanation.permission)
    }
}
