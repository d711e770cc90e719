import { FileSystem, HttpRouter, HttpServerResponse } from "@effect/platform"
import { openApiDocument } from "@storefront/domain/api/OpenApiDocument"
import { NotFound } from "@storefront/domain/Errors"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { version } from "../../platform/config/Version.ts"

/** Route of the assets of the API reference's page. */
export const assetRoute = "/docs/:asset"

const { resolve } = createRequire(import.meta.url)

/** Allows scripts and styles from this server only. `data:` images are used by the style sheet. */
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer"
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Storefront Assistant Platform: REST reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: new URLSearchParams(location.search).get("expand") ?? "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null
})
`

const file = (name: string, contentType: string) =>
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (files) => files.readFile(resolve(`swagger-ui-dist/${name}`))),
    (bytes) => HttpServerResponse.uint8Array(bytes, { contentType })
  ).pipe(Effect.orDie)

const scriptType = "text/javascript; charset=utf-8"

const asset = Effect.flatMap(HttpRouter.params, ({ asset }) => {
  switch (asset) {
    case "swagger-ui.css":
      return file(asset, "text/css; charset=utf-8")
    case "swagger-ui-bundle.js":
      return file(asset, scriptType)
    case "start.js":
      return Effect.succeed(HttpServerResponse.text(start, { contentType: scriptType }))
    default:
      return new NotFound()
  }
})

/** Serves the API reference as OpenAPI and as a page, without resources of other servers. `/` redirects to the page. */
export const router = HttpRouter.empty.pipe(
  HttpRouter.get("/", HttpServerResponse.redirect("docs")),
  HttpRouter.get("/openapi.json", HttpServerResponse.json(openApiDocument(version))),
  HttpRouter.get("/docs", HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers })),
  HttpRouter.get(assetRoute, asset)
)
