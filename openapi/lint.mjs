/**
 * Holds the OpenAPI document against the recommended rules of Redocly and of Spectral. Prints every finding, also a
 * warning, and ends with exit code 1 if there is one.
 */
import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { openApiDocument } from "@storefront/domain/api/OpenApiDocument"
import { readFileSync } from "node:fs"

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))

const text = JSON.stringify(openApiDocument(version))

const redocly = async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const findings = await lintFromString({ source: text, absoluteRef: "openapi.json", config })
  return findings.map(({ location, message, ruleId }) => `redocly ${ruleId}: ${message} (${location[0]?.pointer})`)
}

const stoplight = async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, "recommended"]] })
  const findings = await linter.run(JSON.parse(text))
  return findings.map(({ code, message, path }) => `spectral ${code}: ${message} (#/${path.join("/")})`)
}

const findings = [...(await redocly()), ...(await stoplight())]
process.stdout.write([...findings, `OpenAPI: ${findings.length} findings`, ""].join("\n"))
process.exitCode = findings.length === 0 ? 0 : 1
