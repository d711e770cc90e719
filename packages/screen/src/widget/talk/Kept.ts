import { type Identity, type Store } from "../customer/Customer.ts"
import { fieldsOf, textOrNull } from "../../json/Fields.ts"

/** Things that a tab keeps for its customer over a reload. Another customer neither reads nor keeps them. */

const names = ["draft", "running", "new"] as const

type Name = (typeof names)[number]

export interface Kept {
  readonly read: (name: Name) => unknown
  readonly write: (name: Name, value: unknown) => void
  readonly remove: (name: Name) => void
  /** Forgets everything of the present customer. */
  readonly clear: () => void
}

/** Returns the subject of an access token, which its renewals keep; null if it cannot be read. */
const subjectOf = (token: string): string | null => {
  try {
    const [, payload = ""] = token.split(".")
    return textOrNull(fieldsOf(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))))["sub"])
  } catch {
    return null
  }
}

/** Keeps things in a store. What a visitor kept who was nobody yet belongs to whom the visitor becomes. */
export const keepIn = (store: Store, identity: () => Identity): Kept => {
  const owner = () => {
    const present = identity()
    return present.kind === "nobody" ? null : subjectOf(present.token)
  }
  const find = (name: Name) => {
    const { of, value } = fieldsOf(store.read(name))
    return of === null || of === owner() ? (value ?? null) : null
  }
  return {
    read: find,
    write: (name, value) => store.write(name, { of: owner(), value }),
    remove: (name) => store.remove(name),
    clear: () => {
      for (const name of names) {
        if (find(name) !== null) {
          store.remove(name)
        }
      }
    }
  }
}
