import { fieldsOf } from "../../json/Fields.ts"
import { type Identity, subjectOf } from "../customer/Customer.ts"
import { type Store } from "../customer/Store.ts"

/** Things that a tab keeps for its customer over a reload. Another customer neither reads nor keeps them. */

const names = ["draft", "running", "new", "unread"] as const

type Name = (typeof names)[number]

export interface Kept {
  readonly read: (name: Name) => unknown
  readonly write: (name: Name, value: unknown) => void
  readonly remove: (name: Name) => void
  /** Forgets everything of the present customer. */
  readonly clear: () => void
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
