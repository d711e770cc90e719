import { fieldsOf } from "../../json/Fields.ts"
import { readJson, Refused, type Request, send, Unreachable } from "../talk/Requests.ts"

/** Who talks to the shop: nobody yet, a guest, an account that signed in here, or a customer whom the page names. */
export type Identity =
  | { readonly kind: "nobody" }
  | { readonly kind: "guest"; readonly token: string; /** Time in ms. */ readonly issuedAt: number }
  | { readonly kind: "account"; readonly token: string; readonly refreshToken: string; readonly name: string }
  | { readonly kind: "shop"; readonly token: string }

/** The session is over: the customer has to sign in again. */
export class SignedOut extends Error {
  override readonly name = "SignedOut"
}

/** Storage of the browser, which may be blocked: then nothing outlives the page. */
export interface Store {
  readonly read: (name: string) => unknown
  readonly write: (name: string, value: unknown) => void
  readonly remove: (name: string) => void
}

const prefix = "storefront-assistant-"

export const storeIn = (storage: () => Storage): Store => ({
  read: (name) => {
    try {
      return JSON.parse(storage().getItem(prefix + name) ?? "null")
    } catch {
      return null
    }
  },
  write: (name, value) => {
    try {
      storage().setItem(prefix + name, JSON.stringify(value))
    } catch {
      // Kept in memory only.
    }
  },
  remove: (name) => {
    try {
      storage().removeItem(prefix + name)
    } catch {
      // It was never kept.
    }
  }
})

const requiredText = (body: unknown, name: string): string => {
  const value = fieldsOf(body)[name]
  if (typeof value !== "string") {
    throw new Unreachable(`The answer has no ${name}`)
  }
  return value
}

/** Age in ms from which a guest's token is renewed. */
const guestAge = 24 * 60 * 60 * 1000

export interface CustomerOptions {
  /** Address of the server. */
  readonly root: string
  /** Storage that the tabs of a browser share: the guest's. */
  readonly shared: Store
  /** Storage of this tab: the account's that signed in here. */
  readonly own: Store
  readonly now: () => number
  /** Told of each change of the identity. */
  readonly changed: (identity: Identity) => void
  /** The page's token is refused. */
  readonly expired: () => void
}

/** Keeps the tokens, and sends requests in the customer's name. */
export class Customer {
  readonly #options: CustomerOptions
  #identity: Identity
  #pending: Promise<string> | null = null

  constructor(options: CustomerOptions) {
    this.#options = options
    this.#identity = this.#stored()
  }

  get identity(): Identity {
    return this.#identity
  }

  /** Sends a request with the customer's token. A visitor becomes a guest; a refused token is renewed once. */
  readonly send = async (request: Request): Promise<Response> => {
    const token = await this.#token()
    try {
      return await send(this.#options.root, { ...request, token })
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) {
        throw error
      }
      return await send(this.#options.root, { ...request, token: await this.#renewed(token) })
    }
  }

  readonly logIn = (email: string, password: string) => this.#enter("api/auth/login", { email, password })

  readonly signUp = (email: string, password: string, name: string) =>
    this.#enter("api/auth/signup", { email, password, name })

  readonly signOut = () => {
    this.#options.own.remove("account")
    this.#become({ kind: "nobody" })
  }

  /** Takes the identity that the page states; null signs its customer out. */
  readonly take = async (token: string | null): Promise<void> => {
    const guest = this.#identity.kind === "guest" ? this.#identity.token : null
    this.#become(token === null ? { kind: "nobody" } : { kind: "shop", token })
    if (token !== null && guest !== null) {
      await this.#claim(guest, token)
    }
  }

  #stored(): Identity {
    const { name, refreshToken, token } = fieldsOf(this.#options.own.read("account"))
    return typeof token === "string" && typeof refreshToken === "string" && typeof name === "string"
      ? { kind: "account", token, refreshToken, name }
      : (this.#storedGuest() ?? { kind: "nobody" })
  }

  #storedGuest() {
    const { issuedAt, token } = fieldsOf(this.#options.shared.read("guest"))
    return typeof token === "string" && typeof issuedAt === "number"
      ? ({ kind: "guest", token, issuedAt } as const)
      : null
  }

  #become(identity: Identity) {
    this.#identity = identity
    this.#options.changed(identity)
  }

  /** Requests at the same time share one new token. */
  #share(work: () => Promise<string>): Promise<string> {
    this.#pending ??= work().finally(() => {
      this.#pending = null
    })
    return this.#pending
  }

  async #token(): Promise<string> {
    const identity = this.#identity.kind === "nobody" ? (this.#storedGuest() ?? this.#identity) : this.#identity
    switch (identity.kind) {
      case "nobody":
        return await this.#share(() => this.#openGuest())
      case "guest":
        return this.#options.now() - identity.issuedAt > guestAge
          ? await this.#share(() => this.#openGuest(identity.token))
          : identity.token
      default:
        return identity.token
    }
  }

  async #renewed(refused: string): Promise<string> {
    const identity = this.#identity
    switch (identity.kind) {
      case "nobody":
      case "guest":
        return await this.#share(() => this.#openGuest())
      case "account":
        return identity.token === refused ? await this.#share(() => this.#refresh(identity)) : identity.token
      case "shop":
        this.#options.expired()
        throw new SignedOut("The shop's session is over")
    }
  }

  async #openGuest(token?: string): Promise<string> {
    const { root, now, shared } = this.#options
    const opened = await readJson(
      await send(root, { method: "POST", path: "guests", ...(token === undefined ? {} : { token }) })
    )
    const guest = { kind: "guest", token: requiredText(opened, "access_token"), issuedAt: now() } as const
    shared.write("guest", { token: guest.token, issuedAt: guest.issuedAt })
    this.#become(guest)
    return guest.token
  }

  async #refresh(account: Extract<Identity, { readonly kind: "account" }>): Promise<string> {
    const json = { refresh_token: account.refreshToken }
    const grant = await send(this.#options.root, { method: "POST", path: "api/auth/refresh", json }).catch(
      (error: unknown) => {
        if (error instanceof Refused && error.status < 429) {
          this.signOut()
          throw new SignedOut("The session is over")
        }
        throw error
      }
    )
    const token = requiredText(await readJson(grant), "access_token")
    this.#keep({ ...account, token })
    return token
  }

  #keep(account: Extract<Identity, { readonly kind: "account" }>) {
    const { name, refreshToken, token } = account
    this.#options.own.write("account", { token, refreshToken, name })
    this.#become(account)
  }

  async #enter(path: string, json: object): Promise<void> {
    const guest = this.#storedGuest()
    const session = await readJson(await send(this.#options.root, { method: "POST", path, json }))
    const token = requiredText(session, "access_token")
    if (guest !== null) {
      await this.#claim(guest.token, token)
    }
    const name = requiredText(fieldsOf(session)["user"], "name")
    this.#keep({ kind: "account", token, refreshToken: requiredText(session, "refresh_token"), name })
  }

  /** Hands cart and conversations of the guest over. One that cannot be claimed any more is forgotten. */
  async #claim(guest: string, token: string): Promise<void> {
    const request = { method: "POST", path: "guests/claim", token, json: { guest_token: guest } } as const
    await send(this.#options.root, request).catch((error: unknown) => {
      if (!(error instanceof Refused) || error.status >= 429 || error.message === "Conversation is busy") {
        throw error
      }
    })
    this.#options.shared.remove("guest")
  }
}
