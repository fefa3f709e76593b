internal import TrackingModel
import VisitModel

extension ConfigReview {
    /// Reviews the notification's options that are stored without a visible effect.
    ///
    /// Transistor types, NotificationConfig.
    mutating func reviewNotification() {
        guard isAndroid else { return }
        if isChanged("app.notification.sticky") {
            warn(
                .ignored,
                "app.notification.sticky",
                "the notification is shown as long as tracking is on, moving or not, regardless of this option"
            )
        }
        for (name, what) in [("layout", "a layout"), ("strings", "texts for a layout"), ("actions", "buttons")] {
            let path = "app.notification.\(name)"
            guard isChanged(path) else { continue }
            warn(
                .ignored,
                path,
                "\(what) of the app is not shown; only title, text, icons, colour and priority are"
            )
        }
    }
}
