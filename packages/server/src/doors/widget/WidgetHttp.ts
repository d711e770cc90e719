import { FileSystem, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { NotFound } from "@storefront/domain/Errors"
import { Effect, Schema } from "effect"
import { createRequire } from "node:module"
import { widgetOrigins } from "../../platform/config/EdgeConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Serves the chat for the shop's pages: the loader, which they include, and the frame, both built by `screen`. */

export const loaderRoute = "/widget.js"
export const frameRoute = "/widget/"
export const assetRoute = "/widget/:asset"

const { resolve } = createRequire(import.meta.url)

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8"
}

/** Pages that are isolated from others may show these files, too. */
const embeddable = { "cross-origin-resource-policy": "cross-origin" }

/** Reads a built file. 404 if there is no such file. */
export const readBuilt = (name: string) =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    Effect.try(() => resolve(`@storefront/screen/${name}`)).pipe(
      Effect.flatMap((path) => files.readFile(path)),
      Effect.mapError(() => new NotFound())
    )
  )

/** Responds with a built file; with its packed form if there is one and the client takes it. */
const built = Effect.fnUntraced(function* (name: string, isPacked: boolean) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const contentType = contentTypes[name.slice(name.lastIndexOf(".") + 1)]
  const takesPacked = isPacked && /\bgzip\b/.test(headers["accept-encoding"] ?? "")
  const bytes = yield* readBuilt(`${name}${takesPacked ? ".gz" : ""}`)
  return HttpServerResponse.uint8Array(bytes, {
    contentType,
    headers: {
      ...embeddable,
      ...(isPacked ? { vary: "accept-encoding" } : {}),
      ...(takesPacked ? { "content-encoding": "gzip" } : {})
    }
  })
})

/** Responds with a file that a page of `screen` loads. */
export const builtAsset = (folder: string, name: string) =>
  /^[\w-]+\.(?:js|css)$/.test(name) ? built(`${folder}/${name}`, true) : Effect.fail(new NotFound())

/** Hosts of the shop's pictures. They may change while the service runs. */
const hostsInUse = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const Hosts = Schema.Array(Schema.Struct({ host: Schema.String }))
  return yield* Effect.cachedWithTTL(
    orUnavailable(Effect.flatMap(sql`SELECT host FROM picture_hosts ORDER BY host`, Schema.decodeUnknown(Hosts))),
    "30 seconds"
  )
})

export const router = Effect.gen(function* () {
  const origins = yield* widgetOrigins
  const pictureHosts = yield* hostsInUse
  const frame = Effect.gen(function* () {
    const hosts = yield* pictureHosts
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      ["img-src 'self'", ...hosts.map(({ host }) => `https://${host}`)].join(" "),
      "connect-src 'self'",
      ["frame-ancestors 'self'", ...origins].join(" "),
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'"
    ].join("; ")
    return HttpServerResponse.setHeaders(yield* built("widget/index.html", false), {
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "cross-origin-embedder-policy": "credentialless",
      "cache-control": "no-cache"
    })
  })
  // Two versions may run: a page that asks for a file of the other one loads anew.
  const asset = Effect.flatMap(HttpRouter.params, ({ asset = "" }) => builtAsset("widget", asset))
  return HttpRouter.empty.pipe(
    HttpRouter.get(loaderRoute, built("widget.js", true)),
    HttpRouter.get(frameRoute, frame),
    HttpRouter.get(assetRoute, asset)
  )
})
