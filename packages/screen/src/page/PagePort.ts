import { type Hello, readHello, readToFrame, type ToFrame, type ToPage } from "./Messages.ts"

/** The page around the frame, once it has said hello. */
export interface Page {
  readonly hello: Hello
  readonly tell: (message: ToPage) => void
  /** Hears the later messages; those that came before wait for it. */
  readonly listen: (hear: (message: ToFrame) => void) => void
}

/** Reads the origins whose pages may show the chat, besides our own, from the document that the server made. */
export const readOrigins = (): ReadonlyArray<string> =>
  (document.querySelector<HTMLMetaElement>("meta[name=origins]")?.content ?? "").split(" ")

/**
 * Takes the first hello of the page that embeds the frame, if it is of one of the origins or ours; all later ones, and
 * those of other windows, are ignored.
 */
export const awaitPage = (origins: ReadonlyArray<string>): Promise<Page> =>
  new Promise((resolve) => {
    const take = ({ data, origin, ports, source }: MessageEvent<unknown>) => {
      const [port] = ports
      const isAllowed = source === parent && (origin === location.origin || origins.includes(origin))
      const hello = isAllowed && port !== undefined ? readHello(data) : null
      if (hello === null || port === undefined) {
        return
      }
      removeEventListener("message", take)
      const tell = (message: ToPage) => port.postMessage(message)
      tell({ type: "hello" })
      resolve({
        hello,
        tell,
        listen: (hear) => {
          port.addEventListener("message", (event: MessageEvent<unknown>) => {
            const message = readToFrame(event.data)
            if (message !== null) {
              hear(message)
            }
          })
          port.start()
        }
      })
    }
    addEventListener("message", take)
  })
