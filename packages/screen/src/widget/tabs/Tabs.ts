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

/**
 * Tabs of the same customer tell each other that something was said, and never what: they read it themselves.
 */
export class Tabs {
  readonly #heard: () => void
  #talk: BroadcastChannel | null = null
  #subject: string | null = null

  constructor(heard: () => void) {
    this.#heard = heard
  }

  /** Listens to the tabs of a customer; to none for null. */
  readonly join = (subject: string | null): void => {
    if (subject !== this.#subject) {
      this.#talk?.close()
      this.#subject = subject
      this.#talk = subject === null ? null : openChannel(`talk-${subject}`)
      this.#talk?.addEventListener("message", this.#heard)
    }
  }

  readonly tellTalk = (): void => this.#talk?.postMessage(null)

  readonly close = (): void => this.join(null)
}
