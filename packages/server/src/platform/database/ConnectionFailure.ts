import { Predicate } from "effect"
import { errorCode } from "./ErrorCode.ts"

/** Reason why a server refuses or drops a connection, with a remedy for the operator. */
export interface Reason {
  readonly problem: string
  readonly remedy: string
  /** True if the problem may pass by itself, so that a retry is worthwhile: the server may still be starting. */
  readonly isTransient: boolean
}

const permanent = (says: string, mend: string): Reason => ({ problem: says, remedy: mend, isTransient: false })
const transient = (says: string, mend: string): Reason => ({ problem: says, remedy: mend, isTransient: true })

const example = "An example of an address is postgres://user:password@localhost:5432/storefront"

const connectionRefused = transient(
  "nothing listens at its host and port",
  `Start the server, or correct the address. ${example}`
)
const unknownHost = transient(
  "its host name cannot be resolved",
  "Correct the host; special characters of the password (/ # ? @ %) must be percent-encoded"
)
const untrustedCertificate = permanent(
  "its TLS certificate is not trusted",
  "Name the certificate of its authority in sslrootcert=<file>, or skip its verification with sslmode=require"
)
const timedOut = transient(
  "there was no answer in time",
  "Check host, port and firewall, and that the server is not overloaded"
)
const certificateRequired = permanent(
  "the server requires a client certificate",
  "Name its PEM files in sslcert=<file> and sslkey=<file>, with sslmode=verify-full or require"
)
const certificateRejected = permanent(
  "the server does not accept the client certificate of sslcert",
  "Use one that is signed by an authority of the server's ssl_ca_file, and whose common name is the user"
)
const notPostgres = permanent(
  "what listens there does not speak PostgreSQL",
  `Check that host and port are those of a PostgreSQL server. ${example}`
)
const connectionClosed = transient(
  "what listens there closed the connection without answering as PostgreSQL does",
  `Check that host and port are those of a PostgreSQL server. ${example}`
)
const loginRefused = permanent(
  "the server does not accept its user and password",
  "Correct user and password; special characters must be percent-encoded"
)

/**
 * Keyed by SQLSTATE (with `/` and the server's routine where one code means several things), by Node's error code, by
 * TLS code, or by our own name for a driver error without a code (`textCodes`).
 */
const reasons: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: connectionRefused,
  EHOSTUNREACH: transient("its host cannot be reached", "Correct the host, or look into the network"),
  ENETUNREACH: transient("its host cannot be reached", "Correct the host, or look into the network"),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNRESET: connectionClosed,
  EPIPE: connectionClosed,
  ETIMEDOUT: timedOut,
  ENOENT: transient(
    "there is no socket in the folder that it names as host",
    "Start the server, or correct host=<folder>"
  ),
  EACCES: permanent("its socket may not be opened by this user", "Give this user access to the socket's folder"),
  timeout: timedOut,
  closed: connectionClosed,
  foreign: notPostgres,
  wantsCertificate: certificateRequired,
  certificateRefused: certificateRejected,
  foreignKey: permanent(
    "sslkey is not the key of the certificate in sslcert",
    "Name the two files of one client certificate"
  ),
  lockedKey: permanent(
    "the key in sslkey is encrypted with a passphrase",
    "Write it without one, readable only by this user: openssl pkey -in <file> -out <new file>"
  ),
  noTls: permanent(
    "the server has no TLS, and the address asks for it",
    "Switch TLS on at the server, or set sslmode=disable"
  ),
  brokenTls: permanent(
    "what listens there does not speak TLS as PostgreSQL does",
    `Check that host and port are those of a PostgreSQL server. ${example}`
  ),
  noPassword: permanent("the server requires a password, but the address has none", example),
  caUnreadable: permanent(
    "a file that it names in sslrootcert, sslcert or sslkey cannot be read",
    "Correct the path, or let this user read the file"
  ),
  caInvalid: permanent(
    "a file that it names in sslrootcert, sslcert or sslkey holds no certificate or key in PEM",
    "Name the PEM file of the authority, for example sslrootcert=/etc/ssl/postgres-ca.pem"
  ),
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT: untrustedCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedCertificate,
  CERT_UNTRUSTED: untrustedCertificate,
  CERT_SIGNATURE_FAILURE: untrustedCertificate,
  CERT_HAS_EXPIRED: permanent("its TLS certificate has expired", "Renew the certificate of the server"),
  CERT_NOT_YET_VALID: permanent("its TLS certificate is not valid yet", "Correct the clock, or the certificate"),
  ERR_TLS_CERT_ALTNAME_INVALID: permanent(
    "its TLS certificate is for another host name",
    "Use the name in the certificate as host, or sslmode=verify-ca"
  ),
  EPROTO: permanent("it and this program have no TLS version in common", "Allow TLS 1.2 or newer at the server"),
  "08P01": permanent(
    "the server, or a pooler before it, refuses a parameter of the connection",
    "Take options=… out of the address, or connect to the server itself"
  ),
  "22023": permanent("the server refuses a value in options=…", "Correct options=… in the address"),
  "28000": permanent("the server does not accept its user", "Correct the user, or allow it to log in at the server"),
  "28000/ClientAuthentication": permanent(
    "the server's pg_hba.conf admits no such connection of this user from here",
    "Add a line to pg_hba.conf; if it admits only TLS, set sslmode=require, and sslcert and sslkey if it requires a client certificate"
  ),
  "28000/auth_failed": permanent(
    "the server's pg_hba.conf rejects this user from here, or knows it by something else than a password",
    "Look for its line in pg_hba.conf: with cert, the common name of the certificate in sslcert must be the user"
  ),
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: certificateRejected,
  ERR_SSL_TLSV1_ALERT_DECRYPT_ERROR: certificateRejected,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: certificateRejected,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: certificateRejected,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: certificateRequired,
  "28000/InitializeSessionUserId": permanent(
    "the server has no such user, or it may not log in",
    "Correct the user, or run on the server: CREATE ROLE … LOGIN PASSWORD '…'"
  ),
  "28P01": loginRefused,
  "25006": permanent(
    "the server only reads: it is a standby, or its transactions are read-only",
    "Connect to the primary, or unset default_transaction_read_only for this user and database"
  ),
  "3D000": permanent(
    "the server has no such database",
    "Create it with CREATE DATABASE … ENCODING 'UTF8', or correct the name"
  ),
  "3F000": permanent("the schema of its search_path does not exist", "Run CREATE SCHEMA …, or correct search_path"),
  "42501": permanent(
    "its user lacks the privilege for this",
    "GRANT the privilege to the user, or use the owner of the tables"
  ),
  "42704": permanent("the server does not know a setting in options=…", "Correct options=… in the address"),
  "42P01": permanent("a table of the shop is missing", "Apply the migrations with: storefront migrate"),
  "53100": transient("its disk is full", "Free some space there"),
  "53200": transient("the server is out of memory", "Give the server more memory"),
  "53300": transient(
    "the server has no connection left for this user",
    "Raise max_connections or the user's CONNECTION LIMIT, or lower DATABASE_POOL_MAX"
  ),
  "55000": permanent("the database takes no connections", "Run on the server: ALTER DATABASE … ALLOW_CONNECTIONS true"),
  "57P01": transient("the server is shutting down", "Start the server again"),
  "57P02": transient("the server has crashed", "Look into the server's log"),
  "57P03": transient("the server is starting up or shutting down", "Try again in a moment")
}

/**
 * Our own codes for errors that carry none, by exact message. All but one are messages of the driver: compare them when
 * its pinned version changes. `connection requires …` is the server's, which may translate it.
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

const unknownReason = transient("the server did not answer as PostgreSQL does", `Check host and port. ${example}`)

/** Builds an error with one of the table's codes. */
export const errorWithCode = (
  code: "caInvalid" | "caUnreadable" | "foreign" | "foreignKey" | "lockedKey" | "timeout"
) => Object.assign(new Error(code), { code })

const routineOf = (error: unknown) =>
  Predicate.hasProperty(error, "routine") && Predicate.isString(error.routine) ? error.routine : ""

const textCodeOf = (error: unknown) => (error instanceof Error ? (textCodes[error.message] ?? "") : "")

/** Returns the error's code, or the one that the table assigns to its text. */
export const codeOf = (error: unknown): string => errorCode(error) || textCodeOf(error)

const knownReason = (error: unknown): Reason | undefined => {
  const code = codeOf(error)
  return reasons[textCodeOf(error)] ?? reasons[`${code}/${routineOf(error)}`] ?? reasons[code]
}

/** Returns the reason why a connection failed. */
export const reasonOf = (error: unknown): Reason => knownReason(error) ?? unknownReason

/** Returns reason and remedy as one text if the table knows the error. */
export const adviceOf = (error: unknown): string | undefined => {
  const reason = knownReason(error)
  return reason === undefined ? undefined : `${reason.problem}. ${reason.remedy}`
}

/** Returns a clause for the operator, "the database refused it: …", if the table knows the error. */
export const refusalSentenceOf = (error: unknown): string | undefined => {
  const advice = adviceOf(error)
  return advice === undefined ? undefined : `the database refused it: ${advice}`
}
