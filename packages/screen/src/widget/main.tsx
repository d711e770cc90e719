import { render } from "preact"
import texts from "../../texts/en.json"
import { awaitPage } from "../page/PagePort.ts"
import "./widget.css"

const Chat = () => (
  <main>
    <p>{texts.disclosure}</p>
    <form>
      <textarea aria-label={texts.message} />
      <button>{texts.send}</button>
    </form>
  </main>
)

render(<Chat />, document.body)

const page = await awaitPage()
page.tell({ type: "ready" })
page.listen((message) => {
  if (message.type === "open") {
    document.querySelector("textarea")?.focus()
  }
})
