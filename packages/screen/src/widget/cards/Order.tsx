import { fieldsOf, listOf, numberOf, textOf } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"

export const OrderCard = ({ data }: { readonly data: unknown }) => {
  const { language } = useTools()
  const { texts } = language
  const fields = fieldsOf(data)
  const statuses: Readonly<Record<string, string>> = texts.orderStatus
  const statusOf = (status: unknown) => statuses[textOf(status)] ?? textOf(status)
  const events = listOf(fields["status_history"]).map((event) => fieldsOf(event))
  const items = listOf(fields["items"]).map((item) => fieldsOf(item))
  const parcel = [textOf(fields["carrier"]), textOf(fields["tracking"])].filter((text) => text !== "").join(" ")
  const title = texts.order.replace("{number}", textOf(fields["number"]) || textOf(fields["id"]).slice(0, 8))
  return (
    <section class="card order" aria-label={title}>
      <h3>
        {title} <small>{statusOf(fields["status"])}</small>
      </h3>
      <ol class="timeline">
        {events.map((event, at) => (
          <li key={at}>
            <strong>{statusOf(event["status"])}</strong> <time>{language.day(textOf(event["timestamp"]))}</time>
          </li>
        ))}
      </ol>
      {parcel !== "" && (
        <p dir="auto">
          {texts.parcel}: {parcel}
        </p>
      )}
      <ul>
        {items.map((item, at) => (
          <li key={at}>
            <span dir="auto">
              {numberOf(item["quantity"])} × {textOf(item["name"])}
            </span>
            <span>{language.money(numberOf(item["subtotal"]), textOf(fields["currency"]))}</span>
          </li>
        ))}
        <li class="total">
          <span>{texts.total}</span>
          <span>{language.money(numberOf(fields["total"]), textOf(fields["currency"]))}</span>
        </li>
      </ul>
    </section>
  )
}
