import { fieldsOf, textOf } from "../../json/Fields.ts"

/** Requests to the server that the frame comes from, and why they fail. */

/** The server refused; the message is its sentence. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly status: number
  /** Seconds until another attempt can succeed; null if unknown. */
  readonly retryAfter: number | null

  constructor(detail: string, status: number, retryAfter: number | null) {
    super(detail)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** No answer came: the browser is offline, or the server away. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
}

export interface Request {
  readonly method: "GET" | "POST" | "DELETE"
  /** Path below the address of the server. */
  readonly path: string
  readonly token?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Statuses of proxies whose server is away. With a sentence they are the server's own. */
const awayStatuses = [502, 503, 504]

const refusalOf = async (response: Response) => {
  const { detail } = fieldsOf(await response.json().catch(() => null))
  if (textOf(detail) === "" && awayStatuses.includes(response.status)) {
    return new Unreachable(response.statusText)
  }
  const wait = Number.parseInt(response.headers.get("retry-after") ?? "", 10)
  return new Refused(textOf(detail) || response.statusText, response.status, Number.isNaN(wait) ? null : wait)
}

/** Sends a request from the server at `root`. Rejects with `Refused`, `Unreachable`, or the reason of the signal. */
export const send = async (
  root: string,
  { headers, json, method, path, signal, token }: Request
): Promise<Response> => {
  const response = await fetch(new URL(path, root), {
    method,
    cache: "no-store",
    credentials: "omit",
    ...(signal === undefined ? {} : { signal }),
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    }
  }).catch((cause: unknown) => {
    throw signal?.aborted === true ? signal.reason : new Unreachable("No answer", { cause })
  })
  if (!response.ok) {
    throw await refusalOf(response)
  }
  return response
}

/** Reads the answer's body; a connection that ends in it counts as `Unreachable`. */
export const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((cause: unknown) => {
    throw new Unreachable("The answer was cut off", { cause })
  })
