import { fieldsOf, numberOf, textOf } from "../../json/Fields.ts"
import { readJson, Refused, type Request, Unreachable } from "../talk/Requests.ts"
import { type Store } from "./Store.ts"

/** Who talks to the shop. */
export type Identity =
  | { readonly kind: "nobody" }
  | { readonly kind: "guest"; readonly token: string; /** Time in ms. */ readonly issuedAt: number }
  /** Signed in here. */
  | { readonly kind: "account"; readonly token: string; readonly refreshToken: string; readonly name: string }
  /** Named by the page. */
  | { readonly kind: "shop"; readonly token: string }
  /** An account or a customer of the page whose token is refused. */
  | { readonly kind: "ended"; readonly token: string }

type Account = Extract<Identity, { readonly kind: "account" }>
type Guest = Extract<Identity, { readonly kind: "guest" }>

const nobody = { kind: "nobody" } as const

/** Nothing goes on without an account: the session is over, or the shop has no guests. */
export class SignedOut extends Error {
  override readonly name = "SignedOut"
}

/** A visitor who has said nothing yet wants to read. */
export class NothingToRead extends Error {
  override readonly name = "NothingToRead"
}

/** Returns whom a token names, for comparison only; an unreadable one names nobody but itself. */
const subjectOf = (token: string): string => {
  const [, payload = ""] = token.split(".")
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")))
    return textOf(fieldsOf(claims)["sub"]) || token
  } catch {
    return token
  }
}

/** Returns whether nobody has signed in. */
export const isVisitor = (identity: Identity): identity is Guest | typeof nobody =>
  identity.kind === "nobody" || identity.kind === "guest"

const requiredText = (body: unknown, name: string): string => {
  const value = fieldsOf(body)[name]
  if (typeof value !== "string") {
    throw new Unreachable(`The answer has no ${name}`)
  }
  return value
}

/** Age in ms from which a guest's token is renewed. */
const guestAge = 24 * 60 * 60 * 1000

/** Waits in ms before a claim is repeated; the last one repeats. */
const claimWaits = [2000, 4000, 8000, 16_000, 30_000]

const isRefusedToken = (error: unknown) => error instanceof Refused && error.status === 401

/** Returns whether a claim can succeed later: a turn of the guest's runs, or the server is busy or away. */
const passes = (error: unknown) =>
  error instanceof Refused
    ? error.status >= 429 || error.message === "Conversation is busy"
    : error instanceof Unreachable

/** Changes of who is here. */
export interface CustomerWatch {
  /** The identity is another, or has another token. */
  readonly changed: () => void
  /** Another customer is here: nothing of the one before may stay. */
  readonly arrived: () => void
  /** The customer's session begins or goes on, and there may be other things to read. */
  readonly resumed: () => void
  /** The customer has what the guest had, with this number of lines in the cart. */
  readonly claimed: (lines: number) => void
  /** The page's token is refused. */
  readonly expired: () => void
}

export interface CustomerOptions {
  /** Sends a request to the server, with the token that it states. */
  readonly send: (request: Request) => Promise<Response>
  /** Storage that the tabs of a browser share: the guest's. */
  readonly shared: Store
  /** Storage of this tab: the account's that signed in here, and a guest that is not claimed yet. */
  readonly own: Store
  readonly now: () => number
  /** Does some work while no other tab does. */
  readonly exclusively: <A>(work: () => Promise<A>) => Promise<A>
  readonly pause: (millis: number) => Promise<void>
  readonly watch: CustomerWatch
}

/** Keeps the tokens, and sends requests in the customer's name. */
export class Customer {
  readonly #options: CustomerOptions
  #identity: Identity
  /** False for a guest that this tab alone knows, since storage is blocked. */
  #isStored = true
  /** A token that is being made, for all requests that need one. */
  #pending: Promise<string> | null = null
  /** A guest whose cart and conversations the customer is to have. */
  #unclaimed: { readonly guest: string } | null = null

  constructor(options: CustomerOptions) {
    this.#options = options
    this.#identity = this.#storedAccount() ?? this.#storedGuest() ?? nobody
    this.#unclaimed = this.#leftClaim()
  }

  get identity(): Identity {
    return this.#identity
  }

  /** Returns whose data in the storage of this tab may be used: an account's; empty for visitors, who share theirs. */
  get owner(): string {
    return isVisitor(this.#identity) ? "" : subjectOf(this.#identity.token)
  }

  /** Returns who the identity is, guests included; null for nobody. */
  get subject(): string | null {
    return this.#identity.kind === "nobody" ? null : subjectOf(this.#identity.token)
  }

  /**
   * Sends a request with the customer's token. A refused token is renewed once. A visitor becomes a guest by saying
   * something, and by nothing else.
   */
  readonly send = async (request: Request): Promise<Response> => {
    const { send } = this.#options
    const isSaid = request.path.startsWith("a2a/message:")
    const token = await this.#token(isSaid)
    request.signal?.throwIfAborted()
    try {
      return await send({ ...request, token })
    } catch (error) {
      if (!isRefusedToken(error)) {
        throw error
      }
      request.signal?.throwIfAborted()
      const renewed = await this.#renewed(token, isSaid)
      request.signal?.throwIfAborted()
      return await send({ ...request, token: renewed })
    }
  }

  /** Completes what the page before has left. */
  readonly start = async (): Promise<void> => {
    await this.#claim()
    this.#options.watch.resumed()
  }

  readonly logIn = (email: string, password: string) => this.#signIn("api/auth/login", { email, password })

  readonly signUp = (email: string, password: string, name: string) =>
    this.#signIn("api/auth/signup", { email, password, name })

  readonly signOut = (): void => {
    const { own, shared, watch } = this.#options
    if (this.#identity.kind === "ended" && this.#unclaimed !== null && this.#storedGuest() === null) {
      // A refused token has claimed nothing. The guest's own is renewed before it is used.
      shared.write("guest", { token: this.#unclaimed.guest, issuedAt: 0 })
    }
    own.remove("account")
    own.remove("claim")
    this.#unclaimed = null
    this.#become(this.#storedGuest() ?? nobody)
    watch.arrived()
    watch.resumed()
  }

  /** Takes the identity that the page states; null signs out. Resolves when the guest before is claimed, or cannot be yet. */
  readonly take = async (token: string | null): Promise<void> => {
    const before = this.#identity
    if (token === null) {
      if (!isVisitor(before)) {
        this.signOut()
      }
    } else if (isVisitor(before) || before.token !== token) {
      await this.#enter({ kind: "shop", token })
    }
  }

  /** Looks which guest the tabs share now. A guest that could not be stored is this tab's alone. */
  readonly sync = (): void => {
    const { watch } = this.#options
    const before = this.#identity
    const stored = this.#storedGuest()
    if (before.kind === "nobody" && stored !== null) {
      this.#become(stored)
      watch.resumed()
    } else if (before.kind === "guest" && this.#isStored && stored?.token !== before.token) {
      const isSame = stored !== null && subjectOf(stored.token) === subjectOf(before.token)
      this.#become(stored ?? nobody)
      if (!isSame) {
        watch.arrived()
        watch.resumed()
      }
    }
  }

  #storedAccount(): Account | null {
    const { name, refreshToken, token } = fieldsOf(this.#options.own.read("account"))
    return typeof token === "string" && typeof refreshToken === "string" && typeof name === "string"
      ? { kind: "account", token, refreshToken, name }
      : null
  }

  #storedGuest(): Guest | null {
    const { issuedAt, token } = fieldsOf(this.#options.shared.read("guest"))
    return typeof token === "string" && typeof issuedAt === "number" ? { kind: "guest", token, issuedAt } : null
  }

  #become(identity: Identity) {
    this.#identity = identity
    this.#pending = null
    this.#options.watch.changed()
  }

  /** Messages at the same time share one new token. What only reads takes part in nothing that makes a guest. */
  #share(isSaid: boolean, work: () => Promise<string>): Promise<string> {
    if (!isSaid) {
      return work()
    }
    const pending = this.#pending ?? work()
    this.#pending = pending
    return pending.finally(() => {
      if (this.#pending === pending) {
        this.#pending = null
      }
    })
  }

  async #token(isSaid: boolean): Promise<string> {
    const { now } = this.#options
    const identity = this.#identity
    switch (identity.kind) {
      case "nobody":
        return await this.#share(isSaid, () => this.#replaceGuest(null, isSaid))
      case "guest":
        return now() - identity.issuedAt > guestAge
          ? await this.#share(isSaid, () => this.#renewGuest(identity, isSaid))
          : identity.token
      case "ended":
        throw new SignedOut("The session is over")
      default:
        return identity.token
    }
  }

  async #renewed(refused: string, isSaid: boolean): Promise<string> {
    const identity = this.#identity
    if (identity.kind === "nobody" || identity.kind === "ended" || identity.token !== refused) {
      return await this.#token(isSaid)
    }
    switch (identity.kind) {
      case "guest":
        return await this.#share(isSaid, () => this.#replaceGuest(identity, isSaid))
      case "account":
        return await this.#share(true, () => this.#refresh(identity))
      case "shop":
        this.#become({ kind: "ended", token: refused })
        this.#options.watch.expired()
        throw new SignedOut("The shop's session is over")
    }
  }

  /** Renews a guest's token in time; the old one goes on where that fails for now. */
  async #renewGuest(guest: Guest, isSaid: boolean): Promise<string> {
    try {
      return this.#takeGuest(guest, await this.#askForGuest(guest.token))
    } catch (error) {
      if (isRefusedToken(error)) {
        return await this.#replaceGuest(guest, isSaid)
      }
      return guest.token
    }
  }

  /**
   * Finds a token for a visitor who has none, or whose token is refused: that of another tab, the same guest's if it has
   * only expired, or a new guest's.
   */
  #replaceGuest(refused: Guest | null, isSaid: boolean): Promise<string> {
    const { exclusively, shared } = this.#options
    const before = this.#identity
    return exclusively(async () => {
      const stored = this.#storedGuest()
      if (stored !== null && stored.token !== refused?.token) {
        this.#isStored = true
        this.sync()
        return stored.token
      }
      if (refused !== null) {
        const renewed = await this.#askForGuest(refused.token).catch((error: unknown) => {
          if (isRefusedToken(error)) {
            return null
          }
          throw error
        })
        if (renewed !== null) {
          return this.#takeGuest(before, renewed)
        }
      }
      if (isSaid) {
        return this.#takeGuest(before, await this.#askForGuest())
      }
      if (refused !== null && this.#identity === before) {
        shared.remove("guest")
        this.#become(nobody)
      }
      throw new NothingToRead("Nothing was said yet")
    })
  }

  async #askForGuest(token?: string): Promise<Guest> {
    const { now, send } = this.#options
    const answer = await send({ method: "POST", path: "guests", ...(token === undefined ? {} : { token }) }).catch(
      (error: unknown) => {
        throw error instanceof Refused && error.status === 404 ? new SignedOut("The shop has no guests") : error
      }
    )
    const opened = await readJson(answer)
    return { kind: "guest", token: requiredText(opened, "access_token"), issuedAt: now() }
  }

  /** Becomes a guest, unless somebody has signed in meanwhile. */
  #takeGuest(before: Identity, guest: Guest): string {
    if (this.#identity === before) {
      this.#options.shared.write("guest", { token: guest.token, issuedAt: guest.issuedAt })
      this.#isStored = this.#storedGuest()?.token === guest.token
      this.#become(guest)
    }
    return guest.token
  }

  async #refresh(account: Account): Promise<string> {
    const { own, send } = this.#options
    const json = { refresh_token: account.refreshToken }
    const grant = await send({ method: "POST", path: "api/auth/refresh", json }).catch((error: unknown) => {
      if (error instanceof Refused && error.status < 429) {
        if (this.#identity === account) {
          own.remove("account")
          this.#become({ kind: "ended", token: account.token })
        }
        throw new SignedOut("The session is over")
      }
      throw error
    })
    const token = requiredText(await readJson(grant), "access_token")
    if (this.#identity === account) {
      this.#become({ ...account, token })
      this.#keep({ ...account, token })
    }
    return token
  }

  #keep({ name, refreshToken, token }: Account) {
    this.#options.own.write("account", { token, refreshToken, name })
  }

  async #signIn(path: string, json: object): Promise<void> {
    const before = this.#identity
    const session = await readJson(await this.#options.send({ method: "POST", path, json }))
    if (this.#identity.kind === "shop" && this.#identity !== before) {
      return
    }
    const account: Account = {
      kind: "account",
      token: requiredText(session, "access_token"),
      refreshToken: requiredText(session, "refresh_token"),
      name: requiredText(fieldsOf(session)["user"], "name")
    }
    this.#keep(account)
    await this.#enter(account)
  }

  /** Begins or goes on with a customer's session, and claims the guest before. */
  async #enter(next: Account | Extract<Identity, { readonly kind: "shop" }>): Promise<void> {
    const { own, shared, watch } = this.#options
    const before = this.#identity
    const subject = subjectOf(next.token)
    const isSame = !isVisitor(before) && subjectOf(before.token) === subject
    if (next.kind === "shop") {
      own.remove("account")
    }
    this.#become(next)
    if (before.kind === "guest") {
      own.write("claim", { guest: before.token, subject })
      this.#unclaimed = { guest: before.token }
      shared.remove("guest")
    } else {
      this.#unclaimed = this.#leftClaim()
    }
    if (!isSame) {
      watch.arrived()
    }
    await this.#claim()
    if (this.#identity === next) {
      watch.resumed()
    }
  }

  /** Reads a claim that the page before could not complete, if it is this customer's. */
  #leftClaim() {
    const { guest, subject } = fieldsOf(this.#options.own.read("claim"))
    return typeof guest === "string" && subject === this.subject ? { guest } : null
  }

  /** Hands over what the guest had; goes on trying later where that must wait. One that cannot be claimed is forgotten. */
  async #claim(attempt = 0): Promise<void> {
    const { own, pause, send, watch } = this.#options
    const unclaimed = this.#unclaimed
    const identity = this.#identity
    if (unclaimed === null || (identity.kind !== "account" && identity.kind !== "shop")) {
      return
    }
    const forget = () => {
      if (this.#unclaimed === unclaimed) {
        this.#unclaimed = null
        own.remove("claim")
      }
    }
    const json = { guest_token: unclaimed.guest }
    try {
      const claim = await readJson(await send({ method: "POST", path: "guests/claim", token: identity.token, json }))
      if (this.#unclaimed === unclaimed) {
        forget()
        watch.claimed(numberOf(fieldsOf(claim)["cart_items"]))
        if (attempt > 0) {
          watch.resumed()
        }
      }
    } catch (error) {
      if (passes(error)) {
        void pause(claimWaits[attempt] ?? 30_000).then(() =>
          this.#unclaimed === unclaimed ? this.#claim(attempt + 1) : undefined
        )
      } else if (!isRefusedToken(error)) {
        forget()
      } else if (await this.#isKnown()) {
        if (this.#identity === identity) {
          forget()
        } else {
          await this.#claim(attempt + 1)
        }
      }
    }
  }

  /** Returns whether the server knows the customer, whose token is renewed for this: else it refused the guest's. */
  #isKnown(): Promise<boolean> {
    return this.send({ method: "GET", path: "api/conversations" }).then(
      () => true,
      () => false
    )
  }
}
