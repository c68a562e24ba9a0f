// Requests and responses of a program's own transport, in the forms that fetch has.

"use strict";

/** The headers of a request. A Headers holds bytes as Latin-1, so this keeps the bytes of any text. */
function headersOf(lines) {
  const headers = new Headers();
  for (const line of lines.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), Buffer.from(line.slice(colon + 1).trim()).toString("latin1"));
  }
  return headers;
}

/** The header lines of a response: a string has them already, and anything else is what `new Headers` takes. */
function linesOf(headers) {
  if (typeof headers === "string") return headers;
  return [...new Headers(headers ?? undefined)].map(([name, value]) => `${name}: ${value}\r\n`).join("");
}

/** A request as `fetch(request.url, request)` takes it: fetch permits no body with GET, not even an empty one. */
function requestOf(request, signal) {
  const body = request.body.length > 0 ? request.body : undefined;
  return Object.assign(request, { headers: headersOf(request.headers), body, signal });
}

/** A Response of fetch, or a program's own { status, headers, body }, as the library takes it. */
async function answerOf(response) {
  if (typeof response?.status !== "number") throw new TypeError("the transport returned no response with a status");
  const body = typeof response.arrayBuffer === "function" ? new Uint8Array(await response.arrayBuffer()) : response.body;
  return { status: response.status, headers: linesOf(response.headers), body: body ?? "" };
}

module.exports = { requestOf, answerOf };
