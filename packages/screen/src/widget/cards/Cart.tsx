import { fieldsOf, listOf, numberOf, textOf, textOrNull } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"

export const CartCard = ({ data }: { readonly data: unknown }) => {
  const { checkOut, language } = useTools()
  const { texts } = language
  const fields = fieldsOf(data)
  const money = (amount: unknown) => language.money(numberOf(amount), textOf(fields["currency"]))
  const items = listOf(fields["items"]).map((item) => fieldsOf(item))
  if (items.length === 0) {
    return <p class="card">{texts.emptyCart}</p>
  }
  const saved = numberOf(fields["discount"])
  return (
    <section class="card cart" aria-label={texts.cart}>
      <h3>
        {texts.cart} <small>{language.count(texts.items, numberOf(fields["item_count"]))}</small>
      </h3>
      <ul>
        {items.map((item) => (
          <li key={textOf(item["product_id"])}>
            <span dir="auto">
              {numberOf(item["quantity"])} × {textOf(item["name"])}
            </span>
            <span>{money(item["subtotal"])}</span>
          </li>
        ))}
        {saved > 0 && (
          <li class="saved">
            <span>{texts.saved}</span>
            <span>{money(saved)}</span>
          </li>
        )}
        <li class="total">
          <span>{texts.total}</span>
          <span>{money(fields["total"])}</span>
        </li>
      </ul>
      <button type="button" class="main" onClick={() => checkOut(textOrNull(fields["checkout_url"]))}>
        {texts.checkOut}
      </button>
    </section>
  )
}
