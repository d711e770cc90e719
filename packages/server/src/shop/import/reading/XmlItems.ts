import { Effect, Stream } from "effect"
import { SaxesParser } from "saxes"
import { FileRefused } from "../Lines.ts"
import { type Ended, ended } from "./Ended.ts"

/** An element of a feed with the texts of its children. */
export interface XmlItem {
  /** Line on which it begins, from 1. */
  readonly line: number
  /** Texts by the name of the child without its prefix, or `parent/child`, in the order of the file. */
  readonly fields: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Size at which an element counts as never closed, in characters. */
const maxItemLength = 4 * 1024 ** 2

/** Deepest elements whose text is read below an item. */
const maxDepth = 2

const localName = (name: string) => name.slice(name.indexOf(":") + 1)

/** Reads XML part by part, and gives the items that each part completes. */
const makeParser = (isItem: (name: string) => boolean) => {
  const parser = new SaxesParser({ xmlns: false })
  let items: Array<XmlItem | Ended> = []
  let fields: Map<string, Array<string>> | null = null
  const path: Array<string> = []
  let text = ""
  let line = 1
  let begin = 0
  let hasDoctype = false
  let isEnded = false
  const add = (name: string, value: string) => {
    if (fields !== null && value.trim() !== "") {
      fields.set(name, [...(fields.get(name) ?? []), value.trim()])
    }
  }
  parser.on("doctype", () => {
    hasDoctype = true
  })
  parser.on("opentag", ({ attributes, name }) => {
    const local = localName(name)
    if (fields === null && isItem(local)) {
      fields = new Map()
      line = parser.line
      begin = parser.position
    } else if (fields !== null) {
      path.push(local)
      // Atom has the address of a link in an attribute.
      if (local === "link" && path.length <= maxDepth) {
        add(path.join("/"), attributes["href"] ?? "")
      }
    } else {
      begin = parser.position
    }
    text = ""
  })
  const append = (part: string) => {
    text += part
  }
  parser.on("text", append)
  parser.on("cdata", append)
  parser.on("closetag", ({ name }) => {
    if (fields === null) {
      return
    }
    if (path.length > 0) {
      if (path.length <= maxDepth) {
        add(path.join("/"), text)
      }
      path.pop()
    } else if (isItem(localName(name))) {
      items.push({ line, fields })
      fields = null
      begin = parser.position
    }
    text = ""
  })
  parser.on("error", (error) => {
    if (!isEnded) {
      isEnded = true
      const reason = error.message.replace(/^\d+:\d+: /, "").replaceAll(/[^ -~]/g, "?")
      items.push(
        ended(
          parser.line,
          `is not well-formed XML (${reason.slice(0, 100)})`,
          "correct the element, or export the feed again"
        )
      )
    }
  })
  const take = () => {
    const complete = items
    items = []
    return complete
  }
  return {
    write: (part: string): ReadonlyArray<XmlItem | Ended> | FileRefused => {
      parser.write(part)
      return hasDoctype
        ? new FileRefused({
            line: 1,
            fault: "has a document type definition",
            mend: "remove <!DOCTYPE …> from the feed"
          })
        : parser.position - begin > maxItemLength
          ? [
              ...take(),
              ended(
                fields === null ? parser.line : line,
                "has an element that is not closed within 4 MiB",
                "close it, or export the feed again"
              )
            ]
          : take()
    },
    end: (): ReadonlyArray<XmlItem | Ended> => {
      parser.close()
      return take()
    }
  }
}

/** Reads the elements of a feed whose names are given, without prefix. */
export const xmlItems = <E>(
  text: Stream.Stream<string, E>,
  isItem: (name: string) => boolean
): Stream.Stream<XmlItem | Ended, E | FileRefused> =>
  Stream.suspend(() => {
    const { end, write } = makeParser(isItem)
    return text.pipe(
      Stream.mapEffect((part) => {
        const read = write(part)
        return read instanceof FileRefused ? read : Effect.succeed(read)
      }),
      Stream.concat(Stream.sync(end)),
      Stream.mapConcat((items) => items),
      Stream.takeUntil((item) => "_tag" in item)
    )
  })
