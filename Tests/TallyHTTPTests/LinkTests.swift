import TallyMemory
import Testing

@testable import TallyHTTP

/// The references in a response.
struct LinkTests {
  private func response(from url: String, headers: String = "") throws -> HTTPResponse {
    try Array(url.utf8).withUnsafeBytes { url in
      try Array(headers.utf8).withUnsafeBytes { headers in
        try HTTPResponse.make(
          status: 200, url: url, headers: headers, body: UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  private func resolve(_ reference: String, by url: String) throws -> String? {
    let response = try response(from: url)
    var output = ByteBuffer()
    let isOfOrigin = try Array(reference.utf8).withUnsafeBytes { try response.resolve($0, to: &output) }
    return isOfOrigin ? String(decoding: output.bytes, as: UTF8.self) : nil
  }

  /// RFC 3986, 5.4.1 and 5.4.2, without the references that leave the origin, and without the fragments.
  @Test(arguments: [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
    ("", "/b/c/d;p?q"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"),
    ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"),
    ("g;x?y#s", "/b/c/g;x?y"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"),
    ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"),
    ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"),
    ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
    ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"),
    ("g?y/../x", "/b/c/g?y/../x"), ("g#s/./x", "/b/c/g"), ("g#s/../x", "/b/c/g"),
    ("//a/g", "/g"), ("http://a/x", "/x"), ("HTTP://A:80/x", nil),
  ])
  func references(reference: String, target: String?) throws {
    let resolved = try resolve(reference, by: "http://a/b/c/d;p?q")
    if let target { #expect(resolved == "http://a" + target) } else { #expect(resolved != nil) }
  }

  @Test(arguments: ["//g", "g:h", "https://a/x", "http://a:81/x", "http://b/x", "http://a.b/x", "http://[/", "a\0b"])
  func otherOrigins(reference: String) throws {
    #expect(try resolve(reference, by: "http://a/b/c/d;p?q") == nil)
  }

  @Test func files() throws {
    #expect(try resolve("2.json", by: "file:///tmp/1.json") == "file:///tmp/2.json")
    #expect(try resolve("http://a/", by: "file:///tmp/1.json") == nil)
  }

  @Test(arguments: [
    ("Link: <a>; rel=next", "a"), ("link:<a>;rel=NEXT", "a"), ("Link: <a>; rel=\"prev next\"", "a"),
    ("Link: <a>; rel=\"prev\tNext\" ; x", "a"), ("Link: <a>; rel=prev\r\nLink: <b>; rel=next\r\n", "b"),
    ("Link: <a>; title=\"x, <b>; rel=next\", <c>; rel=next", "c"), ("Link: <a> ; rel = \"next\" ,", "a"),
    ("Link: ,, <a>; rel; x=y=z; rel=next, <b>; rel=next", "b"), ("Link: <a>x; rel=next", "a"),
    ("Link: <a,b;c>; rel*=next; rel=next", "a,b;c"), ("Link: <a>; title=\"\\\"; rel=next; \"; rel=next", "a"),
  ])
  func nextLinks(headers: String, target: String) throws {
    let response = try response(from: "http://a/", headers: headers)
    let link = withExtendedLifetime(response) { response.nextLink.map { String(decoding: $0, as: UTF8.self) } }
    #expect(link == target)
  }

  @Test(arguments: [
    "Link: <a>; rel=nextish", "Link: <a>; rel=\"prev-next\"", "Link: <a>; xrel=next",
    "Link: <a>; anchor=\"#b\"; rel=next",
    "Link: a; rel=next", "Link: <a; rel=next", "Link: <a>, rel=next", "Link: <a>; rel=\"prev", "Links: <a>; rel=next",
    "",
    "Link: <a>; title=\"\\", "Link: <a>; rel=", "Link:",
  ])
  func noNextLinks(headers: String) throws {
    #expect(try response(from: "http://a/", headers: headers).nextLink == nil)
  }
}
