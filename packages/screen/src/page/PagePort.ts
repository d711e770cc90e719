import { type Hello, readHello, readToFrame, type ToFrame, type ToPage } from "./Messages.ts"

/** The page around the frame, once it has said hello. */
export interface Page {
  readonly hello: Hello
  readonly tell: (message: ToPage) => void
  /** Hears the later messages; those that came before wait for it. */
  readonly listen: (hear: (message: ToFrame) => void) => void
}

/** Takes the first hello of the page that embeds the frame; all later ones, and those of other windows, are ignored. */
export const awaitPage = (): Promise<Page> =>
  new Promise((resolve) => {
    const take = ({ data, ports, source }: MessageEvent<unknown>) => {
      const [port] = ports
      const hello = source === parent && port !== undefined ? readHello(data) : null
      if (hello === null || port === undefined) {
        return
      }
      removeEventListener("message", take)
      resolve({
        hello,
        tell: (message) => port.postMessage(message),
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
