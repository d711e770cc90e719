import { fieldsOf, listOf, numberOf, numberOrNull, textOf } from "../../json/Fields.ts"
import { fill, isolated, wordOf } from "../Texts.ts"
import { useTools } from "../view/Context.ts"
import { LinkedText } from "../view/LinkedText.tsx"
import { Total } from "./Total.tsx"

/** An order: how far it is, its parcel, its return, and what is in it. */
export const OrderCard = ({ data }: { readonly data: unknown }) => {
  const { language } = useTools()
  const { texts } = language
  const fields = fieldsOf(data)
  const statusOf = (status: unknown) => wordOf(texts.orderStatus, textOf(status))
  const currency = textOf(fields["currency"])
  const events = listOf(fields["status_history"]).map((event) => fieldsOf(event))
  const items = listOf(fields["items"])
    .map((item) => fieldsOf(item))
    .filter(({ name }) => textOf(name) !== "")
  const parcel = textOf(fields["tracking"]) === "" ? [] : [textOf(fields["carrier"]), textOf(fields["tracking"])]
  const returned = textOf(fieldsOf(fields["return"])["status"])
  const title = fill(texts.order, { number: isolated(textOf(fields["number"])) })
  return (
    <section class="card order" role="group" aria-label={title}>
      <h3>
        <span dir="auto">{title}</span> <small>{statusOf(fields["status"])}</small>
      </h3>
      <ol class="timeline">
        {events.map((event, at) => (
          <li key={at}>
            <strong dir="auto">{statusOf(event["status"])}</strong>
            <time dateTime={textOf(event["timestamp"])}>{language.day(textOf(event["timestamp"]))}</time>
            <span dir="auto">{textOf(event["location"])}</span>
          </li>
        ))}
      </ol>
      {parcel.length > 0 && (
        <p dir="auto">
          {texts.parcel}: <LinkedText text={parcel.filter((text) => text !== "").join(" ")} />
        </p>
      )}
      {returned !== "" && (
        <p>
          {texts.return}: {wordOf(texts.returnStatus, returned)}
        </p>
      )}
      <ul>
        {items.map((item, at) => (
          <li key={at}>
            <span dir="auto">
              {numberOf(item["quantity"])} × {textOf(item["name"])}
            </span>
            {typeof item["subtotal"] === "number" && <span>{language.money(item["subtotal"], currency)}</span>}
          </li>
        ))}
        <Total amount={numberOrNull(fields["total"])} currency={currency} />
      </ul>
    </section>
  )
}
