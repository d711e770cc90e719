import { FileSystem, HttpRouter, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { NotFound } from "@storefront/domain/Errors"
import { Effect, Schema } from "effect"
import { escapeAttribute } from "entities"
import { createRequire } from "node:module"
import { widgetOrigins } from "../../platform/config/EdgeConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Serves the chat for the shop's pages: the loader, which they include, and the frame, both built by `screen`. */

export const loaderRoute = "/widget.js"
const bareRoute = "/widget"
export const frameRoute = "/widget/"
export const assetRoute = "/widget/:asset"

const { resolve } = createRequire(import.meta.url)

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8"
}

/** Pages that are isolated from others may show these files, too. */
const embeddable = { "cross-origin-resource-policy": "cross-origin" }

/** Reads a built file; 404 if there is no such file. */
export const readBuilt = Effect.fnUntraced(function* (name: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.try(() => resolve(`@storefront/screen/${name}`)).pipe(
    Effect.flatMap((path) => files.readFile(path)),
    Effect.mapError(() => new NotFound())
  )
})

/** Responds with a built file, in its packed form if the client takes it. */
const built = Effect.fnUntraced(function* (name: string) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const takesPacked = /\bgzip\b/.test(headers["accept-encoding"] ?? "")
  return HttpServerResponse.uint8Array(yield* readBuilt(takesPacked ? `${name}.gz` : name), {
    contentType: contentTypes[name.slice(name.lastIndexOf(".") + 1)],
    headers: { ...embeddable, vary: "accept-encoding", ...(takesPacked ? { "content-encoding": "gzip" } : {}) }
  })
})

/** Responds with a file that a page of `screen` loads. */
export const builtAsset = (folder: string, name: string) =>
  /^[\w-]+\.(?:js|css)$/.test(name) ? built(`${folder}/${name}`) : Effect.fail(new NotFound())

/** Hosts of the shop's pictures. They may change while the service runs; only a failure is not kept for a while. */
const hostsInUse = Effect.flatMap(SqlClient.SqlClient, (sql) => {
  const Hosts = Schema.Array(Schema.Struct({ host: Schema.String }))
  return Effect.map(
    Effect.cachedInvalidateWithTTL(
      orUnavailable(Effect.flatMap(sql`SELECT host FROM picture_hosts ORDER BY host`, Schema.decodeUnknown(Hosts))),
      "30 seconds"
    ),
    ([hosts, invalidate]) => Effect.tapErrorCause(hosts, () => invalidate)
  )
})

export const router = Effect.gen(function* () {
  const origins = [...(yield* widgetOrigins)]
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
    const page = new TextDecoder().decode(yield* readBuilt("widget/index.html"))
    const meta = '<meta name="origins" content="'
    return HttpServerResponse.text(
      page.replace(meta, () => meta + escapeAttribute(origins.join(" "))),
      {
        contentType: "text/html; charset=utf-8",
        headers: {
          ...embeddable,
          "content-security-policy": policy,
          "referrer-policy": "no-referrer",
          "cross-origin-embedder-policy": "credentialless",
          "cache-control": "no-cache"
        }
      }
    )
  })
  // Two versions may run: a page that asks for a file of the other one loads anew.
  const asset = Effect.flatMap(HttpRouter.params, ({ asset = "" }) => builtAsset("widget", asset))
  return HttpRouter.empty.pipe(
    HttpRouter.get(loaderRoute, built("widget.js")),
    HttpRouter.get(bareRoute, HttpServerResponse.redirect("widget/", { status: 308 })),
    HttpRouter.get(frameRoute, frame),
    HttpRouter.get(assetRoute, asset)
  )
})
