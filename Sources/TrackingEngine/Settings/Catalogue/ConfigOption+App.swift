internal import VisitModel

extension ConfigOption {
    private static let appOption = ConfigOptionGroup("app", \.app)

    static let app: [ConfigOption] = [
        appOption("stopOnTerminate", \.stopOnTerminate, "Stops tracking when the member ends the app"),
        appOption("startOnBoot", \.startOnBoot, "Resumes tracking after a reboot"),
        appOption(
            "enableHeadless",
            \.enableHeadless,
            on: [.android],
            "Delivers events to the app's own code after the app has ended"
        ),
        appOption(
            "heartbeatInterval",
            \.heartbeatInterval,
            in: .seconds,
            within: [
                .ios: AppConfig.heartbeatIntervalLimits(on: .ios),
                .android: AppConfig.heartbeatIntervalLimits(on: .android),
            ],
            "The time between two heartbeats, in the background while the phone is stationary"
        ),
        appOption(
            "preventSuspend",
            \.preventSuspend,
            on: [.ios],
            "Keeps iOS from suspending the app after location is turned off"
        ),
        appOption("schedule", \.schedule, "When tracking starts and stops, one string per entry"),
        appOption(
            "scheduleUseAlarmManager",
            \.scheduleUseAlarmManager,
            on: [.android],
            "Makes the edges of the schedule exact"
        ),
    ]

    private static let notificationOption = ConfigOptionGroup("app.notification", \.app.notification, on: [.android])

    static let notification: [ConfigOption] = [
        notificationOption("title", \.title, "The notification's title"),
        notificationOption("text", \.text, "The notification's text"),
        notificationOption("color", \.color, "The colour of the icon as #RRGGBB or #AARRGGBB"),
        notificationOption("smallIcon", \.smallIcon, "The icon in the status bar as type/name"),
        notificationOption("largeIcon", \.largeIcon, "The large icon as type/name"),
        notificationOption("priority", \.priority, "The priority of the notification"),
        notificationOption("sticky", \.sticky, "Shows the notification always and not only while moving"),
        notificationOption("layout", \.layout, "The name of the app's own layout"),
        notificationOption("strings", \.strings, "Texts for the elements of that layout, by their names"),
        notificationOption("actions", \.actions, "The names of the buttons of that layout"),
        notificationOption("channelName", \.channelName, "The name of the channel, as the member sees it in Settings"),
        notificationOption("channelId", \.channelId, "The identifier of the channel"),
    ]
}
