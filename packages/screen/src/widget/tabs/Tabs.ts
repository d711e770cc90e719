/** Opens a channel to the other tabs; null where storage is blocked, which separates them. */
const openChannel = (name: string): BroadcastChannel | null => {
  try {
    return new BroadcastChannel(`storefront-assistant-${name}`)
  } catch {
    return null
  }
}

/** Does some work while no other tab does; at once where the browser has no locks or, with its storage, blocks them. */
export const exclusively = async <A>(work: () => Promise<A>): Promise<A> => {
  let working: Promise<A> | null = null
  const begin = () => (working ??= work())
  if ("locks" in navigator) {
    // Refused, or the work failed: what has begun tells.
    await navigator.locks.request("storefront-assistant-guest", begin).catch(() => undefined)
  }
  return await begin()
}

export interface TabsWatch {
  /** The guest that the tabs share may be another one. */
  readonly guest: () => void
  /** Something was said, in a tab of the same customer. */
  readonly talk: () => void
}

/**
 * Tabs of this browser tell each other that something changed, and never what: they read it themselves. Of a conversation
 * only tabs of the same customer hear.
 */
export class Tabs {
  readonly #watch: TabsWatch
  readonly #guests = openChannel("guests")
  #talk: BroadcastChannel | null = null
  #subject: string | null = null

  constructor(watch: TabsWatch) {
    this.#watch = watch
    this.#guests?.addEventListener("message", watch.guest)
  }

  /** Listens to the tabs of a customer; to none for null. */
  readonly join = (subject: string | null): void => {
    if (subject !== this.#subject) {
      this.#talk?.close()
      this.#subject = subject
      this.#talk = subject === null ? null : openChannel(`talk-${subject}`)
      this.#talk?.addEventListener("message", this.#watch.talk)
    }
  }

  readonly tellGuest = (): void => this.#guests?.postMessage(null)

  readonly tellTalk = (): void => this.#talk?.postMessage(null)

  readonly close = (): void => {
    this.join(null)
    this.#guests?.close()
  }
}
