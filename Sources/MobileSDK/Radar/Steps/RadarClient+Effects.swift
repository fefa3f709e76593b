internal import PhoneOS
internal import Synchronization
internal import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Asks the phone, the transport or the app for what tracking wants.
    func perform(_ effect: RadarEffect) {
        switch effect {
        case .startUpdates(let request): phone.startLocationUpdates(LocationRequest(request))
        case .stopUpdates: phone.stopLocationUpdates()
        case .stayAwake(let showsBlueBar): phone.startLocationUpdates(.keepingAwake(showsBlueBar: showsBlueBar))
        case .shutDown: phone.stopLocationUpdates()
        case .requestFix(let accuracy): phone.requestSingleFix(accuracy.ofPhone)
        case .armTimer(let timer, let time): phone.setTimer(named: timer.name, at: time)
        case .cancelTimer(let timer): phone.cancelTimer(named: timer.name)
        case .monitorVisits(true): phone.startVisits()
        case .monitorVisits(false): phone.stopVisits()
        case .monitorSignificantChanges(true): phone.startSignificantChanges()
        case .monitorSignificantChanges(false): phone.stopSignificantChanges()
        case .startForegroundService(let options): startForegroundService(options)
        case .stopForegroundService:
            phone.stopForegroundService()
            state.withLock { $0.notification = nil }
        case .upload(let upload): send(upload)
        case .tell(let notice): tell(notice)
        // What changes the state's own books was put there when the step was taken.
        case .removeRegions, .addRegions, .store: break
        }
    }

    private func tell(_ notice: RadarNotice) {
        switch notice {
        case .clientLocation(let location, let isStopped, let source):
            hub.tell(.clientLocation(location, isStopped: isStopped, source))
        case .location(let location, let isStopped): hub.tell(.location(location, isStopped: isStopped))
        case .error(let status): hub.tell(.error(status))
        case .once: break
        }
    }

    /// Shows Android's notification and lets the app go on in the background.
    private func startForegroundService(_ options: RadarForegroundServiceOptions) {
        phone.createNotificationChannel(id: Self.channel, name: options.channelName)
        phone.startForegroundService(ServiceNotification(options, channel: Self.channel))
        state.withLock { $0.notification = options }
        if options.importance != .none, phone.status(of: .notifications) != .granted {
            log(.warning, "the notification of the foreground service does not show: notifications are not granted")
        }
    }

    /// The id of the notification's channel.
    private static let channel = "footfall.radar"
}

extension ServiceNotification {
    /// What the options say.
    fileprivate init(_ options: RadarForegroundServiceOptions, channel: String) {
        let icon: String? =
            switch options.usedIcon {
            case .drawable(let name): name
            case .resource(let number): String(number)
            case .app: nil
            }
        self.init(
            title: options.title,
            text: options.text,
            icon: icon,
            iconColor: options.iconColor,
            channel: channel,
            // Android has no use for anything above high.
            importance: Importance(rawValue: options.importance.rawValue) ?? .high,
            number: options.id,
            tapActivity: options.activity
        )
    }
}

extension RadarTimer {
    private static let prefix = "footfall.radar."

    /// The timer's name among all of the app's.
    var name: String { Self.prefix + rawValue }

    /// The timer of a name; `nil` for another's.
    init?(name: String) {
        guard name.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
    }
}

extension LocationRequest {
    /// What Radar asks Android for.
    init(_ request: RadarUpdateRequest) {
        self.init(
            interval: request.interval.duration,
            accuracy: request.accuracy.ofPhone,
            fastestInterval: request.fastestInterval.duration
        )
    }

    /// The coarse updates that keep an app running on iOS: of three kilometres, which nobody looks at.
    ///
    /// Five minutes between two looks are a way to say "hardly ever": iOS has no interval, and a simulated phone need not
    /// look each second.
    static func keepingAwake(showsBlueBar: Bool) -> LocationRequest {
        LocationRequest(
            interval: .seconds(300),
            distanceFilterMeters: 3000,
            accuracy: .low,
            showsIndicator: showsBlueBar
        )
    }
}
