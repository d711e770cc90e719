import { useState } from "preact/hooks"
import { type Fields, fieldsOf, listOf, numberOf, textOf, textOrNull } from "../../json/Fields.ts"
import { useTools } from "../view/Context.ts"

/** Reads what the cards of products show. */
const productOf = (fields: Fields, currency: string) => ({
  id: textOf(fields["id"]),
  externalId: textOrNull(fields["external_id"]),
  url: textOrNull(fields["page_url"]),
  name: textOf(fields["name"]),
  brand: textOf(fields["brand"]),
  picture: textOf(fields["image_url"]),
  price: numberOf(fields["price"]),
  before: numberOf(fields["original_price"]),
  rating: numberOf(fields["rating"]),
  reviews: numberOf(fields["review_count"]),
  stock: typeof fields["total_stock"] === "number" ? fields["total_stock"] : null,
  currency
})

type Product = ReturnType<typeof productOf>

/** The picture of a product, or its name where there is none to see. */
const Picture = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const [isBroken, setBroken] = useState(path === "")
  return isBroken ? (
    <span class="picture" aria-hidden="true">
      {name}
    </span>
  ) : (
    <img
      class="picture"
      src={new URL(path.replace(/^\//, "../"), location.href).href}
      alt=""
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}

const Facts = ({ product }: { readonly product: Product }) => {
  const { language } = useTools()
  const { texts } = language
  const { before, brand, currency, price, rating, reviews, stock } = product
  return (
    <>
      {brand !== "" && <span class="brand">{brand}</span>}
      <span class="price">
        <strong>{language.money(price, currency)}</strong>
        {before > price && (
          <s>
            <span class="hidden">{texts.before} </span>
            {language.money(before, currency)}
          </s>
        )}
      </span>
      {reviews > 0 && (
        <span class="rating">
          <span aria-hidden="true">★ </span>
          {texts.rating.replace("{rating}", new Intl.NumberFormat(language.locale).format(rating))}
          {" · "}
          {language.count(texts.reviews, reviews)}
        </span>
      )}
      {stock !== null && <span class={stock > 0 ? "stock" : "stock none"}>{language.count(texts.stock, stock)}</span>}
    </>
  )
}

const Tile = ({ product }: { readonly product: Product }) => {
  const { openProduct } = useTools()
  return (
    <button type="button" class="tile" onClick={() => openProduct(product)}>
      <Picture name={product.name} path={product.picture} />
      <span class="name" dir="auto">
        {product.name}
      </span>
      <Facts product={product} />
    </button>
  )
}

export const ProductList = ({ data }: { readonly data: unknown }) => {
  const { currency, products } = fieldsOf(data)
  return (
    <ul class="tiles" tabIndex={0}>
      {listOf(products).map((fields) => {
        const product = productOf(fieldsOf(fields), textOf(currency))
        return (
          <li key={product.id}>
            <Tile product={product} />
          </li>
        )
      })}
    </ul>
  )
}

export const ProductCard = ({ data }: { readonly data: unknown }) => {
  const fields = fieldsOf(data)
  const product = productOf(fields, textOf(fields["currency"]))
  const { language, openProduct } = useTools()
  const specs = Object.entries(fieldsOf(fields["specs"])).filter(([, value]) => typeof value === "string")
  return (
    <section class="card product" aria-label={product.name}>
      <Picture name={product.name} path={product.picture} />
      <div>
        <h3 dir="auto">{product.name}</h3>
        <Facts product={product} />
        <dl>
          {specs.slice(0, 6).map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name}</dt>
              <dd dir="auto">{textOf(value)}</dd>
            </div>
          ))}
        </dl>
        <button type="button" class="quiet" onClick={() => openProduct(product)}>
          {language.texts.show}
        </button>
      </div>
    </section>
  )
}
