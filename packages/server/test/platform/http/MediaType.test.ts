import { assert, it } from "@effect/vitest"
import * as MediaType from "../../../src/platform/http/MediaType.ts"

it("reads a body only when it is neither packed nor in another encoding than UTF-8", () => {
  const packed = "Content-Encoding must be identity: send the body unpacked"
  const encoded = "charset of Content-Type must be utf-8"
  const cases: ReadonlyArray<[Record<string, string>, string | undefined]> = [
    [{}, undefined],
    [{ "content-encoding": "identity" }, undefined],
    [{ "content-encoding": "gzip" }, packed],
    [{ "content-encoding": "identity, br" }, packed],
    [{ "content-encoding": "Deflate" }, packed],
    [{ "transfer-encoding": "Chunked" }, undefined],
    [{ "transfer-encoding": "gzip, chunked" }, "Transfer-Encoding must be chunked: send the body unpacked"],
    [{ "content-type": "application/json" }, undefined],
    [{ "content-type": 'application/json; Charset="UTF-8"' }, undefined],
    [{ "content-type": "application/json; charset=utf8" }, undefined],
    [{ "content-type": "application/json; charset=utf-16" }, encoded],
    [{ "content-type": "application/json;charset = ISO-8859-1" }, encoded],
    [{ "content-type": "application/json; charset=utf-8; charset=latin1" }, encoded],
    [{ "content-type": "application/x-www-form-urlencoded; charset=utf-16le" }, encoded]
  ]
  for (const [headers, obstacle] of cases) {
    assert.strictEqual(MediaType.unsupportedReason(headers), obstacle, JSON.stringify(headers))
  }
})
