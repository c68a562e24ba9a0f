import TallyFailure
import TallyMemory
import TestSupport
import Testing

@testable import TallyEngine
@testable import TallyHTTP

// Credentials, and the servers that get them. The requests are not sent.

@Suite struct CredentialTests {
  /// A bearer token that may be sent to any server.
  private func bound(_ secret: String, to url: String) throws -> BoundCredential {
    var given = GivenCredential(.bearer, name: raw(""), secret: raw(secret), format: raw(""))
    given.mayBePlain = true
    return try BoundCredential(Credential(given), of: raw(url))
  }

  private func put(_ fresh: BoundCredential, in credentials: inout AccountCredentials) throws {
    credentials.set(fresh, at: try credentials.prepare(for: fresh.url.bytes))
  }

  /// The lines of the request for a URL, with the credential of its server.
  private func lines(_ credentials: borrowing AccountCredentials, _ url: String) throws -> String {
    var request = HTTPRequest()
    try request.url.append(raw(url))
    let isAdded = try credentials.add(to: &request)
    let text = String(decoding: request.headerLines.bytes, as: UTF8.self)
    #expect(isAdded == !text.isEmpty && request.carriesCredential == isAdded)
    return text
  }

  @Test func eachGoesToItsServer() throws {
    var all = AccountCredentials()
    try put(bound("a", to: "http://a.test/feed"), in: &all)
    try put(bound("b", to: "http://b.test:81"), in: &all)
    let found = [
      try lines(all, "http://a.test:80/other"), try lines(all, "http://b.test:81/"), try lines(all, "http://b.test/"),
      try lines(all, "https://a.test/"),
    ]
    #expect(found == ["Authorization: Bearer a\0", "Authorization: Bearer b\0", "", ""])
    // Another one takes its place.
    try put(bound("c", to: "http://A.test"), in: &all)
    let fresh = try lines(all, "http://a.test/")
    let isValid = try all.verify()
    #expect(fresh == "Authorization: Bearer c\0" && isValid)
    all.remove(at: try all.place(of: raw("http://a.test")))
    let removed = try lines(all, "http://a.test/")
    #expect(removed.isEmpty && !all.isEmpty)
  }

  @Test func logOutForgetsThem() throws {
    var session = Session()
    session.begin()
    try put(bound("a", to: "http://a.test"), in: &session.credentials)
    session.credentialsChanged()
    let number = session.number
    session.end()
    let (isForgotten, isActive) = (session.credentials.isEmpty, session.isActive)
    #expect(number == 2 && isForgotten && !isActive)
    session.begin()
    let next = session.number
    #expect(next == 3)
  }

  @Test func oneThatOthersCouldReadStays() throws {
    var all = AccountCredentials()
    let given = GivenCredential(.query, name: raw("k"), secret: raw("a b"), format: raw(""))
    try put(BoundCredential(Credential(given), of: raw("http://a.test")), in: &all)
    var request = HTTPRequest()
    try request.url.append(raw("http://a.test/feed?x=1#top"))
    let isPlain = try all.add(to: &request)
    #expect(!isPlain)
    try put(BoundCredential(Credential(given), of: raw("https://a.test")), in: &all)
    request.url.removeAll()
    try request.url.append(raw("https://a.test/feed?x=1#top"))
    let isAdded = try all.add(to: &request)
    #expect(isAdded && String(decoding: request.url.bytes, as: UTF8.self) == "https://a.test/feed?x=1&k=a%20b#top")
  }
}
