import { type Fields, fieldsOf, linkOf, listOf, numberOf, numberOrNull, textOf } from "../../json/Fields.ts"
import { fill } from "../Texts.ts"
import { useTools } from "../view/Context.ts"
import { Total } from "./Total.tsx"

const Line = ({ currency, item }: { readonly item: Fields; readonly currency: string }) => {
  const { language } = useTools()
  const { texts } = language
  const quantity = numberOf(item["quantity"])
  const subtotal = numberOrNull(item["subtotal"])
  const before = numberOf(item["original_price"])
  const available = numberOrNull(item["available_quantity"])
  return (
    <li>
      <span dir="auto">
        {quantity} × {textOf(item["name"])}
        {item["purchasable"] === false ? (
          <small class="fault">{texts.notSold}</small>
        ) : (
          available !== null &&
          available < quantity && <small class="fault">{language.count(texts.stock, available)}</small>
        )}
      </span>
      {subtotal !== null && (
        <span>
          {before > numberOf(item["price"]) && (
            <>
              <s>
                <span class="hidden">{texts.before} </span>
                {language.money(before * quantity, currency)}
              </s>{" "}
            </>
          )}
          {language.money(subtotal, currency)}
        </span>
      )}
    </li>
  )
}

/** The cart, with what is saved, and the cheapest delivery where it is known. */
export const CartCard = ({ data }: { readonly data: unknown }) => {
  const { checkOut, language } = useTools()
  const { texts } = language
  const fields = fieldsOf(data)
  const currency = textOf(fields["currency"])
  const items = listOf(fields["items"])
    .map((item) => fieldsOf(item))
    .filter(({ name }) => textOf(name) !== "")
  if (items.length === 0) {
    return <p class="card">{texts.emptyCart}</p>
  }
  const discount = numberOf(fields["discount"])
  const savings = listOf(fields["savings"]).flatMap((saving) => textOf(fieldsOf(saving)["label"]) || [])
  const costs = listOf(fields["shipping_options"]).flatMap((option) => numberOrNull(fieldsOf(option)["cost"]) ?? [])
  const cheapest = Math.min(...costs)
  return (
    <section class="card cart" role="group" aria-label={texts.cart}>
      <h3>
        {texts.cart} <small>{language.count(texts.items, items.length)}</small>
      </h3>
      <ul>
        {items.map((item, at) => (
          <Line key={at} item={item} currency={currency} />
        ))}
        {discount > 0 && (
          <li class="saved">
            <span>
              {texts.saved} <small dir="auto">{language.list(savings)}</small>
            </span>
            <span>{language.money(discount, currency)}</span>
          </li>
        )}
        <Total amount={numberOrNull(fields["total"])} currency={currency} />
        {costs.length > 0 && (
          <li>
            <span>{texts.delivery}</span>
            <span>
              {cheapest === 0
                ? texts.free
                : costs.length > 1
                  ? fill(texts.from, { price: language.money(cheapest, currency) })
                  : language.money(cheapest, currency)}
            </span>
          </li>
        )}
      </ul>
      <button type="button" class="main" onClick={() => checkOut(linkOf(fields["checkout_url"]))}>
        {texts.checkOut}
      </button>
    </section>
  )
}
