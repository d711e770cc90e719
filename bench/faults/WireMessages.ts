import { Option } from "effect"

/** One message of PostgreSQL's protocol, in either direction. */
export interface WireMessage {
  /** One letter; empty for the message that begins a connection. */
  readonly type: string
  readonly bytes: Buffer
}

/** Bytes that are not yet a message, and whether the connection has begun. */
export interface Unread {
  readonly bytes: Buffer
  readonly isTyped: boolean
}

const nothing = Buffer.alloc(0)

/** What a client sends begins with a message without a type. */
export const fromClient: Unread = { bytes: nothing, isTyped: false }
export const fromServer: Unread = { bytes: nothing, isTyped: true }

/** Cuts what was received into messages. */
export const split = (unread: Unread, chunk: Uint8Array): readonly [Unread, ReadonlyArray<WireMessage>] => {
  const messages: Array<WireMessage> = []
  let { bytes, isTyped } = unread
  bytes = Buffer.concat([bytes, chunk])
  for (;;) {
    const start = isTyped ? 1 : 0
    if (bytes.length < start + 4) {
      break
    }
    const end = start + bytes.readInt32BE(start)
    if (bytes.length < end) {
      break
    }
    messages.push({ type: bytes.toString("latin1", 0, start), bytes: bytes.subarray(0, end) })
    bytes = bytes.subarray(end)
    isTyped = true
  }
  return [{ bytes, isTyped }, messages]
}

/** The texts at the beginning of a message, each ended by a zero byte. */
const texts = ({ bytes }: WireMessage, count: number) => bytes.toString("utf8", 5).split("\0", count)

/** Reads what one client sends: a statement is executed by its text, or under the name that it was prepared with. */
export const makeReader = () => {
  const prepared = new Map<string, string>()
  return (message: WireMessage): Option.Option<string> => {
    switch (message.type) {
      case "Q":
        return Option.fromNullable(texts(message, 1)[0])
      case "P": {
        const [name = "", text = ""] = texts(message, 2)
        prepared.set(name, text)
        return Option.none()
      }
      case "B": {
        const [, name = ""] = texts(message, 2)
        return Option.fromNullable(prepared.get(name))
      }
      default:
        return Option.none()
    }
  }
}

/** The server has done what it was asked for. */
export const isReady = ({ type }: WireMessage) => type === "Z"

/** The same, and no transaction is open. */
export const isIdle = (message: WireMessage) => isReady(message) && message.bytes.toString("latin1", 5, 6) === "I"
