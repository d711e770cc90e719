import { Effect, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { type ConnectionOptions, createSecureContext } from "node:tls"
import { inertNames, isSslMode, parse, type SslMode, sslModes } from "../config/DatabaseAddress.ts"
import { failureOf } from "./ConnectionFailure.ts"
import { errorCode } from "./ErrorCode.ts"

/** One way to connect: without TLS, or with these options. */
export type Way = ConnectionOptions | false

const fileOf = (path: string | null) =>
  path === null || path === "system"
    ? Effect.succeed(undefined)
    : Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: () => failureOf("caUnreadable") })

/** One way, or two of which the second is tried where the first does not fit the server. */
type Ways = readonly [Way, Way?]

/** By OpenSSL's code. */
const tlsFileFaults: Readonly<Record<string, "foreignKey" | "lockedKey">> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "foreignKey",
  ERR_MISSING_PASSPHRASE: "lockedKey"
}

/** A server to connect to. */
export interface ServerAddress {
  readonly connectionString: string
  readonly ways: Ways
  /** Where the address says it. */
  readonly connectTimeoutMillis: number | undefined
}

/** The ways to connect in their order: with `allow` and `prefer` there are two. */
const waysOf = (mode: SslMode, files: ConnectionOptions): Ways => {
  const unverified = { ...files, rejectUnauthorized: false }
  const chain = { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  const ways: Readonly<Record<SslMode, Ways>> = {
    disable: [false],
    allow: [false, unverified],
    prefer: [unverified, false],
    // As PostgreSQL's own clients do: whoever names an authority wants it looked at.
    require: [files.ca === undefined ? unverified : chain],
    "no-verify": [unverified],
    "verify-ca": [chain],
    "verify-full": [{ ...files, rejectUnauthorized: true }]
  }
  return ways[mode]
}

/**
 * The address without its TLS parameters, and the ways to connect to it. The driver would read the parameters otherwise
 * than PostgreSQL's own clients, and throw where a file is missing.
 */
export const read = Effect.fnUntraced(function* (address: Redacted.Redacted) {
  const url = parse(Redacted.value(address))
  if (url === undefined) {
    return yield* Effect.dieMessage("an address that the configuration would have refused")
  }
  const take = (name: string) => {
    const value = url.searchParams.get(name)
    url.searchParams.delete(name)
    return value
  }
  const [mode, ssl, root, cert, key, seconds] = [
    take("sslmode"),
    take("ssl"),
    take("sslrootcert"),
    take("sslcert"),
    take("sslkey"),
    take("connect_timeout")
  ]
  inertNames.forEach(take)
  const [ca, certificate, privateKey] = yield* Effect.all([fileOf(root), fileOf(cert), fileOf(key)])
  const files: ConnectionOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(privateKey === undefined ? {} : { key: privateKey })
  }
  yield* Effect.try({
    // The context takes an authority's file without a certificate for an empty one.
    try: () => [createSecureContext(files), ca === undefined ? undefined : new X509Certificate(ca)],
    catch: (cause) => failureOf(tlsFileFaults[errorCode(cause)] ?? "caInvalid")
  })
  const fallback = root !== null ? "verify-full" : cert !== null ? "require" : "disable"
  // As to PostgreSQL's own clients, TLS means nothing for a socket of this machine.
  const isSocket = /^(?:\/|%2f)/i.test(url.searchParams.get("host") ?? url.hostname)
  const wanted = isSocket ? "disable" : (mode ?? sslModes[ssl ?? ""] ?? fallback)
  const result: ServerAddress = {
    // In a query a space is "+", which the driver's parser and `options` take for a plus.
    connectionString: url.href.replaceAll("+", "%20"),
    ways: waysOf(isSslMode(wanted) ? wanted : "disable", files),
    connectTimeoutMillis: seconds === null || seconds === "0" ? undefined : Number(seconds) * 1000
  }
  return result
})
