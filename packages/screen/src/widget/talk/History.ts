import { type Customer, NothingToRead } from "../customer/Customer.ts"
import { type Entry, newestOf, readConversation } from "./Entries.ts"
import { readJson, Refused } from "./Requests.ts"

/** A conversation as the server has it; none if it is null. */
export interface Found {
  readonly conversation: string | null
  readonly entries: ReadonlyArray<Entry>
}

export const noConversation: Found = { conversation: null, entries: [] }

/** Age in ms up to which the newest conversation goes on. */
const resumable = 24 * 60 * 60 * 1000

/** Returns whether there is no such conversation, or no guest any more who had one. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof NothingToRead || (error instanceof Refused && (error.status === 404 || error.status === 410))

type Reader = Pick<Customer, "send">

/** Reads a conversation; rejects with `Refused` if there is none. */
export const readStored = async ({ send }: Reader, conversation: string): Promise<Found> => {
  const path = `api/conversations/${conversation}`
  return { conversation, entries: readConversation(await readJson(await send({ method: "GET", path }))) }
}

/** Reads the newest conversation, unless it is too old to go on. */
export const readNewest = async (customer: Reader, now: number): Promise<Found> => {
  const list = await readJson(await customer.send({ method: "GET", path: "api/conversations" }))
  const newest = newestOf(list, now, resumable)
  return newest === null ? noConversation : await readStored(customer, newest)
}
