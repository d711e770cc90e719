import { Predicate } from "effect"
import { errorCode } from "./ErrorCode.ts"

/** Reason why a server refuses or drops a connection, as the operator reads it. */
export interface Reason {
  readonly says: string
  readonly mend: string
  /** Transient, so worth a retry: the server may still be starting. */
  readonly passes: boolean
}

const lasting = (says: string, mend: string): Reason => ({ says, mend, passes: false })
const passing = (says: string, mend: string): Reason => ({ says, mend, passes: true })

const example = "An example of an address is postgres://user:password@localhost:5432/storefront"

const nobodyListens = passing(
  "nothing listens at its host and port",
  `Start the server, or correct the address. ${example}`
)
const unknownHost = passing(
  "its host name cannot be resolved",
  "Correct the host; special characters of the password (/ # ? @ %) must be percent-encoded"
)
const untrusted = lasting(
  "its TLS certificate is not trusted",
  "Name the certificate of its authority in sslrootcert=<file>, or connect without looking at it with sslmode=require"
)
const noAnswer = passing(
  "there was no answer in time",
  "Check host, port and firewall, and that the server is not overloaded"
)
const wantsCertificate = lasting(
  "the server wants a client certificate",
  "Name its PEM files in sslcert=<file> and sslkey=<file>, with sslmode=verify-full or require"
)
const certificateRefused = lasting(
  "the server does not accept the client certificate of sslcert",
  "Use one that is signed by an authority of the server's ssl_ca_file, and whose common name is the user"
)
const foreign = lasting(
  "what listens there does not speak PostgreSQL",
  `Check that host and port are those of a PostgreSQL server. ${example}`
)
const closed = passing(
  "what listens there closed the connection without answering as PostgreSQL does",
  `Check that host and port are those of a PostgreSQL server. ${example}`
)
const refusedUser = lasting(
  "the server does not accept its user and password",
  "Correct user and password; special characters must be percent-encoded"
)

/**
 * Keyed by SQLSTATE (plus the server routine where one code means several things), by `errno`, by TLS code, or by a
 * name of our own for driver errors without a code.
 */
const reasons: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: nobodyListens,
  EHOSTUNREACH: passing("its host cannot be reached", "Correct the host, or look into the network"),
  ENETUNREACH: passing("its host cannot be reached", "Correct the host, or look into the network"),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNRESET: closed,
  EPIPE: closed,
  ETIMEDOUT: noAnswer,
  ENOENT: passing(
    "there is no socket in the folder that it names as host",
    "Start the server, or correct host=<folder>"
  ),
  EACCES: lasting("its socket may not be opened by this user", "Give this user the right to the socket's folder"),
  timeout: noAnswer,
  closed,
  foreign,
  wantsCertificate,
  certificateRefused,
  foreignKey: lasting(
    "sslkey is not the key of the certificate in sslcert",
    "Name the two files of one client certificate"
  ),
  lockedKey: lasting(
    "the key in sslkey is encrypted with a passphrase",
    "Write it without one, readable only by this user: openssl pkey -in <file> -out <new file>"
  ),
  noTls: lasting(
    "the server has no TLS, and the address asks for it",
    "Switch TLS on at the server, or set sslmode=disable"
  ),
  brokenTls: lasting(
    "what listens there does not speak TLS as PostgreSQL does",
    `Check that host and port are those of a PostgreSQL server. ${example}`
  ),
  noPassword: lasting("the server wants a password, and the address has none", example),
  caUnreadable: lasting(
    "a file that it names in sslrootcert, sslcert or sslkey cannot be read",
    "Correct the path, or let this user read the file"
  ),
  caInvalid: lasting(
    "a file that it names in sslrootcert, sslcert or sslkey holds no certificate or key in PEM",
    "Name the PEM file of the authority, for example sslrootcert=/etc/ssl/postgres-ca.pem"
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_UNTRUSTED: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: lasting("its TLS certificate has expired", "Renew the certificate of the server"),
  CERT_NOT_YET_VALID: lasting("its TLS certificate is not valid yet", "Correct the clock, or the certificate"),
  ERR_TLS_CERT_ALTNAME_INVALID: lasting(
    "its TLS certificate is for another host name",
    "Use the name in the certificate as host, or sslmode=verify-ca"
  ),
  EPROTO: lasting("it and this program agree on no version of TLS", "Allow TLS 1.2 or newer at the server"),
  "08P01": lasting(
    "the server, or a pooler before it, refuses a parameter of the connection",
    "Take options=… out of the address, or connect to the server itself"
  ),
  "22023": lasting("the server refuses a value in options=…", "Correct options=… in the address"),
  "28000": lasting("the server does not accept its user", "Correct the user, or allow it to log in at the server"),
  "28000/ClientAuthentication": lasting(
    "the server's pg_hba.conf admits no such connection of this user from here",
    "Add a line to pg_hba.conf; if it admits only TLS, set sslmode=require, and sslcert and sslkey if it wants a client certificate"
  ),
  "28000/auth_failed": lasting(
    "the server's pg_hba.conf rejects this user from here, or knows it by something else than a password",
    "Look for its line in pg_hba.conf: with cert, the common name of the certificate in sslcert must be the user"
  ),
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: certificateRefused,
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: certificateRefused,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: certificateRefused,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: certificateRefused,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: wantsCertificate,
  "28000/InitializeSessionUserId": lasting(
    "the server has no such user, or it may not log in",
    "Correct the user, or run on the server: CREATE ROLE … LOGIN PASSWORD '…'"
  ),
  "28P01": refusedUser,
  "25006": lasting(
    "the server only reads: it is a standby, or its transactions are read-only",
    "Connect to the primary, or unset default_transaction_read_only for this user and database"
  ),
  "3D000": lasting(
    "the server has no such database",
    "Create it with CREATE DATABASE … ENCODING 'UTF8', or correct the name"
  ),
  "3F000": lasting("the schema of its search_path does not exist", "Run CREATE SCHEMA …, or correct search_path"),
  "42501": lasting("its user lacks a right for this", "GRANT the right to the user, or use the owner of the tables"),
  "42704": lasting("the server does not know a setting in options=…", "Correct options=… in the address"),
  "42P01": lasting("a table of ours is missing", "Apply the migrations with: storefront migrate"),
  "53100": passing("its disk is full", "Free some space there"),
  "53200": passing("the server is out of memory", "Give the server more memory"),
  "53300": passing(
    "the server has no connection left for this user",
    "Raise max_connections or the user's CONNECTION LIMIT, or lower DATABASE_POOL_MAX"
  ),
  "55000": lasting("the database takes no connections", "Run on the server: ALTER DATABASE … ALLOW_CONNECTIONS true"),
  "57P01": passing("the server is shutting down", "Start the server again"),
  "57P02": passing("the server has crashed", "Look into the server's log"),
  "57P03": passing("the server is starting up or shutting down", "Try again in a moment")
}

/**
 * Codes of errors that carry none, by message: those of the driver, whose version is pinned, and one of the server,
 * which may be localised.
 */
const textCodes: Readonly<Record<string, string>> = {
  "The server does not support SSL connections": "noTls",
  "There was an error establishing an SSL connection": "brokenTls",
  "timeout expired": "timeout",
  "timeout exceeded when trying to connect": "timeout",
  "Connection terminated due to connection timeout": "timeout",
  "connection requires a valid client certificate": "wantsCertificate",
  "Connection terminated": "closed",
  "Connection terminated unexpectedly": "closed",
  "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string": "noPassword",
  "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string": "noPassword"
}

const unknown = passing("the server did not answer as PostgreSQL does", `Check host and port. ${example}`)

/** Builds an error that carries one of the codes of the table. */
export const failureOf = (code: "caInvalid" | "caUnreadable" | "foreign" | "foreignKey" | "lockedKey" | "timeout") =>
  Object.assign(new Error(code), { code })

const routineOf = (error: unknown) =>
  Predicate.hasProperty(error, "routine") && Predicate.isString(error.routine) ? error.routine : ""

const textCodeOf = (error: unknown) => (error instanceof Error ? (textCodes[error.message] ?? "") : "")

/** Returns the error's code, or the one that the table assigns to its text. */
export const codeOf = (error: unknown): string => errorCode(error) || textCodeOf(error)

const find = (error: unknown): Reason | undefined => {
  const code = codeOf(error)
  return reasons[textCodeOf(error)] ?? reasons[`${code}/${routineOf(error)}`] ?? reasons[code]
}

/** Returns the reason why a connection failed. */
export const reasonOf = (error: unknown): Reason => find(error) ?? unknown

/** Returns reason and remedy as one text if the table knows the error. */
export const adviceOf = (error: unknown): string | undefined => {
  const reason = find(error)
  return reason === undefined ? undefined : `${reason.says}. ${reason.mend}`
}

/** Returns the sentence for an operator if the table knows the error. */
export const sentenceOf = (error: unknown): string | undefined => {
  const advice = adviceOf(error)
  return advice === undefined ? undefined : `the database refused it: ${advice}`
}
