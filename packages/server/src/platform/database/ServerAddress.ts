import { Effect, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import { readFile } from "node:fs/promises"
import { type ConnectionOptions, createSecureContext } from "node:tls"
import { ignoredNames, isSslMode, parse, type SslMode, sslModes } from "../config/DatabaseAddress.ts"
import { errorWithCode } from "./ConnectionFailure.ts"
import { errorCode } from "./ErrorCode.ts"

/** TLS options of one connection attempt; false: without TLS. */
export type ConnectionAttempt = ConnectionOptions | false

const readOptionalFile = (path: string | null) =>
  path === null || path === "system"
    ? Effect.succeed(undefined)
    : Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: () => errorWithCode("caUnreadable") })

/** One attempt, or two: the second is made if the server refuses the first one's TLS mode. */
type ConnectionAttempts = readonly [ConnectionAttempt, ConnectionAttempt?]

/** Keyed by OpenSSL's error code. */
const tlsFileFaults: Readonly<Record<string, "foreignKey" | "lockedKey">> = {
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "foreignKey",
  ERR_MISSING_PASSPHRASE: "lockedKey"
}

export interface ServerAddress {
  readonly connectionString: string
  readonly attempts: ConnectionAttempts
  /** From `connect_timeout` of the address, if set. */
  readonly connectTimeoutMillis: number | undefined
}

/** Returns the attempts for an `sslmode`, in order; `allow` and `prefer` have two. */
const attemptsFor = (mode: SslMode, files: ConnectionOptions): ConnectionAttempts => {
  const unverified = { ...files, rejectUnauthorized: false }
  const chainVerified = { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  const attempts: Readonly<Record<SslMode, ConnectionAttempts>> = {
    disable: [false],
    allow: [false, unverified],
    prefer: [unverified, false],
    // As libpq does: if a root certificate is given, the chain is verified.
    require: [files.ca === undefined ? unverified : chainVerified],
    "no-verify": [unverified],
    "verify-ca": [chainVerified],
    "verify-full": [{ ...files, rejectUnauthorized: true }]
  }
  return attempts[mode]
}

/**
 * Removes the TLS parameters from an address and derives the connection attempts from them. The driver would interpret
 * them differently from libpq, and throw if a file is missing.
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
  ignoredNames.forEach(take)
  const [ca, certificate, privateKey] = yield* Effect.all([
    readOptionalFile(root),
    readOptionalFile(cert),
    readOptionalFile(key)
  ])
  const files: ConnectionOptions = {
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { cert: certificate }),
    ...(privateKey === undefined ? {} : { key: privateKey })
  }
  yield* Effect.try({
    // The secure context ignores an authority's file that holds no certificate.
    try: () => [createSecureContext(files), ca === undefined ? undefined : new X509Certificate(ca)],
    catch: (cause) => errorWithCode(tlsFileFaults[errorCode(cause)] ?? "caInvalid")
  })
  const fallback = root !== null ? "verify-full" : cert !== null ? "require" : "disable"
  // As in libpq, TLS does not apply to Unix domain sockets.
  const isSocket = /^(?:\/|%2f)/i.test(url.searchParams.get("host") ?? url.hostname)
  const requestedMode = isSocket ? "disable" : (mode ?? sslModes[ssl ?? ""] ?? fallback)
  const result: ServerAddress = {
    // `URL` writes a space in a query as "+", which the driver's parser and `options` read as a plus sign.
    connectionString: url.href.replaceAll("+", "%20"),
    attempts: attemptsFor(isSslMode(requestedMode) ? requestedMode : "disable", files),
    connectTimeoutMillis: seconds === null || seconds === "0" ? undefined : Number(seconds) * 1000
  }
  return result
})
