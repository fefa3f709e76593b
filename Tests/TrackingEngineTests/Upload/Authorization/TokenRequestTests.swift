import TrackingModel
import TrackingTestSupport
import Testing
import TrackingEngine
import VisitModel

@Suite("Requests for new tokens")
struct TokenRequestTests {
    private func request(change: (inout AuthorizationConfig) -> Void = { _ in }) -> UploadRequest? {
        TokenRequest(
            UploadWorld.config {
                $0.http.headers = ["X-App": "1"]
                $0.http.timeout = 2000
                $0.authorization.accessToken = "t0"
                $0.authorization.refreshToken = "r 0&"
                $0.authorization.refreshUrl = "https://example.com/refresh"
                $0.authorization.refreshPayload = ["refresh_token": "{refreshToken}", "grant": "a b/ü*"]
                change(&$0.authorization)
            }
        ).request(id: 5)
    }

    @Test("it is a POST of a form, with the access token as Bearer and the refresh token in its place")
    func form() throws {
        let request = try #require(self.request())
        #expect(request.purpose == .tokens && request.method == .post && request.records.isEmpty)
        #expect(request.url == "https://example.com/refresh" && request.timeout == .seconds(2) && request.id == 5)
        #expect(
            request.headers == [
                "Content-Type": "application/x-www-form-urlencoded", "Authorization": "Bearer t0",
            ]
        )
        #expect(UploadWorld.text(request.body) == "grant=a+b%2F%C3%BC*&refresh_token=r+0%26")
    }

    @Test("it is JSON where refreshHeaders says so", arguments: ["Content-Type", "content-type"])
    func json(name: String) throws {
        let request = try #require(
            self.request {
                $0.refreshHeaders = [name: "Application/JSON; charset=utf-8", "Authorization": "X {accessToken}"]
            }
        )
        #expect(request.headers == [name: "Application/JSON; charset=utf-8", "Authorization": "X t0"])
        let body = try ConfigValue.json(request.body)
        #expect(body == .object(["refresh_token": .text("r 0&"), "grant": .text("a b/ü*")]))
    }

    @Test("an empty object of headers sends none of its own, and no token means no header")
    func noHeaders() {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(request { $0.refreshHeaders = [:] }?.headers == form)
        #expect(request { $0.accessToken = nil }?.headers == form)
    }

    @Test("the token is put wherever it is asked for in a value")
    func replaced() {
        let body = request { $0.refreshPayload = ["a": "{refreshToken}-{refreshToken}", "b": "{accessToken}"] }?.body
        #expect(body.map(UploadWorld.text) == "a=r+0%26-r+0%26&b=%7BaccessToken%7D")
    }

    @Test(
        "without an address, a refresh token or a payload there is nothing to ask",
        arguments: [
            { $0.refreshUrl = nil }, { $0.refreshUrl = "" }, { $0.refreshUrl = "nowhere" }, { $0.refreshToken = nil },
            { $0.refreshToken = "" }, { $0.refreshPayload = [:] },
        ] as [@Sendable (inout AuthorizationConfig) -> Void]
    )
    func preconditions(change: @Sendable (inout AuthorizationConfig) -> Void) {
        #expect(request(change: change) == nil)
    }

    @Test(
        "tokens are found by what their names look like",
        arguments: [
            (#"{"access_token":"a","refresh_token":"r","expires_in":3600}"#, "a", "r", 3600),
            (#"{"accessToken":"a","refreshToken":"r","expires":-1,"refreshExpiresIn":12341234}"#, "a", "r", nil),
            (#"{"access-token":"a","renew_token":"r"}"#, "a", "r", nil),
            (#"{"data":{"auth":{"idToken":"i","AuthToken":"a","renewalToken":"r"}}}"#, "a", "r", nil),
            (#"{"id_token":"i","access_token":"a"}"#, "a", nil, nil),
            (#"{"id_token":"i"}"#, "i", nil, nil), (#"{"token":"t","token_type":"bearer"}"#, "t", nil, nil),
            (#"{"access_token":"a","expiresAt":1772474651}"#, "a", nil, 3600),
            (#"{"access_token":"a","expiration":1772474651560}"#, "a", nil, 3600.56),
            (#"{"access_token":"a","refresh_expires_in":9,"expires_in":"60"}"#, "a", nil, 60),
            (#"{"access_token":"a","expired":false,"meta":{"expires_in":60}}"#, "a", nil, 60),
            (#"{"access_token":"","nested":{"access_token":"a"}}"#, "a", nil, nil),
            (#"{"access_token":"a","nested":{"access_token":"b"}}"#, "a", nil, nil),
        ] as [(String, String, String?, Double?)]
    )
    func scan(answer: String, access: String, refresh: String?, seconds: Double?) throws {
        let now = Timestamp(seconds: 1_772_471_051)
        let tokens = try #require(AuthorizationTokens(in: ConfigValue.json(answer), at: now))
        #expect(tokens.accessToken == access && tokens.refreshToken == refresh)
        #expect(tokens.expires == seconds.map { now.advanced(bySeconds: $0) })
    }

    @Test(
        "lists are not looked into, and other texts are not tokens",
        arguments: [
            #"[{"access_token":"a"}]"#, #"{"tokens":[{"access_token":"a"}]}"#, #"{"refresh_token":"r"}"#,
            #"{"access_token":7}"#, #"{"identity":"i","token_type":"bearer"}"#, #""a""#, "{}",
        ]
    )
    func noTokens(answer: String) throws {
        #expect(try AuthorizationTokens(in: ConfigValue.json(answer), at: UploadWorld.now) == nil)
    }

    @Test("new tokens take the old ones' place, and an old end does not outlive its token")
    func applied() {
        var config = AuthorizationConfig()
        (config.accessToken, config.refreshToken, config.expires) = ("t0", "r0", 5)
        config.apply(AuthorizationTokens(accessToken: "t1"))
        #expect(config.accessToken == "t1" && config.refreshToken == "r0" && config.expires == -1)
        let expires = Timestamp(milliseconds: 12_345_678)
        config.apply(AuthorizationTokens(accessToken: "t2", refreshToken: "r2", expires: expires))
        #expect(config.accessToken == "t2" && config.refreshToken == "r2" && config.expires == 12_345)
    }
}
