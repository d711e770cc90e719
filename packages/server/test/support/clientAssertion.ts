import { HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect } from "effect"
import { type JWTPayload, SignJWT } from "jose"
import { createPrivateKey, createPublicKey, randomUUID } from "node:crypto"

export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

interface Proof {
  readonly client: string
  readonly pem: string
  readonly audience: string
  readonly claims?: JWTPayload
  readonly header?: Readonly<Record<string, unknown>>
}

/** What a client of the authorization server proves itself with; claims and header may be anything else. */
export const assertionOf = ({ audience, claims = {}, client, header = {}, pem }: Proof) =>
  Effect.promise(() => {
    const now = Math.floor(Date.now() / 1000)
    const payload = { iss: client, sub: client, aud: audience, jti: randomUUID(), iat: now, exp: now + 60, ...claims }
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", ...header }).sign(createPrivateKey(pem))
  })

/** The public half of a key, in PEM. */
export const publicPem = (pem: string) => createPublicKey(pem).export({ type: "spki", format: "pem" }).toString()

/** Sends a form to a token endpoint; answers status and body. */
export const askFor = Effect.fnUntraced(function* (url: string, form: Readonly<Record<string, string>>) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(HttpClientRequest.bodyUrlParams(HttpClientRequest.post(url), form))
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
  const body: any = yield* response.json
  return { status: response.status, headers: response.headers, body }
}, Effect.orDie)
