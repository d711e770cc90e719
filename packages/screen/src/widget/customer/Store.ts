import { fieldsOf } from "../../json/Fields.ts"

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

/** Values of one owner in a store. Nobody else reads them; who owns nothing, as a visitor, leaves those of others alone. */
export const storeOf = (store: Store, owner: string): Store => {
  const ownerOf = (name: string) => fieldsOf(store.read(name))["owner"]
  return {
    read: (name) => {
      const kept = fieldsOf(store.read(name))
      if (kept["owner"] === owner) {
        return kept["value"]
      }
      if (owner !== "") {
        store.remove(name)
      }
      return null
    },
    write: (name, value) => store.write(name, { owner, value }),
    remove: (name) => {
      if (ownerOf(name) === owner) {
        store.remove(name)
      }
    }
  }
}
