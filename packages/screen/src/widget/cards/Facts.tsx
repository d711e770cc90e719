import { fill } from "../Texts.ts"
import { useTools } from "../view/Context.ts"
import { type Product } from "./Product.ts"

export type FactsProps = Pick<
  Product,
  "brand" | "price" | "highest" | "before" | "rating" | "reviews" | "stock" | "currency"
>

/** An amount with the one before its reduction; a minimum where dearer variants exist. */
export const Price = ({
  before,
  currency,
  highest,
  price
}: Pick<FactsProps, "before" | "currency" | "highest"> & { readonly price: number }) => {
  const { language } = useTools()
  const now = language.money(price, currency)
  return (
    <span class="price">
      <strong>{highest !== null && highest > price ? fill(language.texts.from, { price: now }) : now}</strong>
      {before > price && (
        <>
          {" "}
          <s>
            <span class="hidden">{language.texts.before} </span>
            {language.money(before, currency)}
          </s>
        </>
      )}
    </span>
  )
}

/** Facts by which a customer compares products. */
export const Facts = ({ brand, price, rating, reviews, stock, ...amounts }: FactsProps) => {
  const { language } = useTools()
  const { texts } = language
  return (
    <>
      {brand !== "" && (
        <span class="brand" dir="auto">
          {brand}
        </span>
      )}
      {price !== null && <Price price={price} {...amounts} />}
      {reviews > 0 && (
        <span class="rating">
          <span aria-hidden="true">★ </span>
          {fill(texts.rating, { rating: language.number(Math.round(rating * 10) / 10) })}
          {" · "}
          {language.count(texts.reviews, reviews)}
        </span>
      )}
      {stock !== null && <span class={stock > 0 ? "stock" : "stock none"}>{language.count(texts.stock, stock)}</span>}
    </>
  )
}
