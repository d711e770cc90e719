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
