import { type ComponentChildren } from "preact"
import { addressOf, type Place } from "./Place.ts"
import { type Detail, type Listing, type Summary } from "./Shop.ts"

/** Views of the demonstration shop. Names and texts of products are text nodes, whatever is in them. */

const currency = document.documentElement.dataset["currency"] ?? ""

const money = (amount: number) => new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)

export interface LinkProps {
  readonly to: Partial<Place>
  readonly go: (place: Partial<Place>) => void
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

/** Leads to another place of the page; a click with a key opens a tab, as with any link. */
export const Link = ({ children, class: name, current, go, to }: LinkProps) => (
  <a
    class={name}
    href={addressOf(to)}
    aria-current={current === true ? "page" : undefined}
    onClick={(event) => {
      if (event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
        event.preventDefault()
        go(to)
      }
    }}
  >
    {children}
  </a>
)

const Stars = ({ count, rating }: { readonly rating: number; readonly count?: number }) => (
  <span class="stars">
    <span aria-hidden="true" class="star">
      ★
    </span>
    {rating.toFixed(1)}
    <span class="hidden"> of 5 stars</span>
    {count !== undefined && (
      <span class="faint">
        {" "}
        ({count}
        <span class="hidden"> reviews</span>)
      </span>
    )}
  </span>
)

const Price = ({ product: { before, price } }: { readonly product: Summary }) => (
  <span class="price">
    <strong>{money(price)}</strong>
    {before > price && (
      <>
        {" "}
        <s>
          <span class="hidden">before </span>
          {money(before)}
        </s>
      </>
    )}
  </span>
)

const Tile = ({ go, product }: { readonly product: Summary; readonly go: LinkProps["go"] }) => (
  <li>
    <Link class="tile" to={{ product: product.id }} go={go}>
      <span class="frame">
        <img src={product.picture.replace(/^\//, "")} alt="" width={400} height={400} loading="lazy" />
        {product.before > product.price && (
          <span class="badge">−{Math.round((1 - product.price / product.before) * 100)} %</span>
        )}
      </span>
      <span class="brand">{product.brand}</span>
      <span class="name">{product.name}</span>
      <span class="row">
        <Price product={product} />
        {product.reviewCount > 0 && <Stars rating={product.rating} />}
      </span>
    </Link>
  </li>
)

/** Keeps the room of products that are being loaded. */
const placeholders = Array.from({ length: 8 }, (_, at) => (
  <li key={at} class="empty" aria-hidden="true">
    <span class="frame" />
    <span class="bar" />
    <span class="bar" />
  </li>
))

export interface GridProps {
  readonly place: Place
  /** Null while it is loaded. */
  readonly listing: Listing | null
  readonly go: LinkProps["go"]
  readonly ask: () => void
}

export const Grid = ({ ask, go, listing, place }: GridProps) => (
  <>
    {place.category === "" && place.words === "" && (
      <section class="hero">
        <div>
          <h1>Good things, well chosen.</h1>
          <p>Tell the assistant what you need. It finds, compares, puts into the cart, and follows your orders.</p>
          <button type="button" class="main" onClick={ask}>
            Ask the assistant
          </button>
        </div>
      </section>
    )}
    <nav class="categories" aria-label="Categories">
      <Link to={{ words: place.words }} go={go} current={place.category === ""}>
        All
      </Link>
      {(listing?.categories ?? []).map((category) => (
        <Link key={category} to={{ category, words: place.words }} go={go} current={place.category === category}>
          {category}
        </Link>
      ))}
    </nav>
    {(place.category !== "" || place.words !== "") && (
      <h1 class="found">{place.words === "" ? place.category : `Results for “${place.words}”`}</h1>
    )}
    <p class="hidden" role="status">
      {listing === null ? "Loading the products" : `${listing.products.length} products`}
    </p>
    {listing?.products.length === 0 ? (
      <p class="nothing">
        Nothing here. The assistant may know more: <button onClick={ask}>ask it</button>.
      </p>
    ) : (
      <ul class="grid">
        {listing === null
          ? placeholders
          : listing.products.map((product) => <Tile key={product.id} product={product} go={go} />)}
      </ul>
    )}
  </>
)

export interface ProductProps {
  /** Null while it is loaded. */
  readonly detail: Detail | null
  readonly go: LinkProps["go"]
  readonly ask: () => void
}

export const Product = ({ ask, detail, go }: ProductProps) => (
  <>
    <nav class="trail" aria-label="You are here">
      <Link to={{}} go={go}>
        All products
      </Link>
      {detail !== null && (
        <>
          <span aria-hidden="true"> / </span>
          <Link to={{ category: detail.category }} go={go}>
            {detail.category}
          </Link>
        </>
      )}
    </nav>
    {detail === null ? (
      <div class="product" aria-busy="true">
        <span class="frame" />
      </div>
    ) : (
      <>
        <article class="product">
          <span class="frame">
            <img src={detail.picture.replace(/^\//, "")} alt="" width={400} height={400} />
          </span>
          <div>
            <p class="brand">{detail.brand}</p>
            <h1 tabIndex={-1}>{detail.name}</h1>
            {detail.reviewCount > 0 && <Stars rating={detail.rating} count={detail.reviewCount} />}
            <p class="cost">
              <Price product={detail} />
            </p>
            <p>{detail.description}</p>
            <p class={detail.stock > 0 ? "stock" : "stock none"}>{detail.stock > 0 ? "In stock" : "Out of stock"}</p>
            <button type="button" class="main" onClick={ask}>
              Ask about this product
            </button>
            <dl>
              {detail.specs.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </article>
        {detail.reviews.length > 0 && (
          <section class="reviews">
            <h2>What customers say</h2>
            <ul>
              {detail.reviews.slice(0, 3).map(({ body, id, rating, reviewer, title }) => (
                <li key={id}>
                  <Stars rating={rating} />
                  <h3>{title}</h3>
                  <p>{body}</p>
                  <p class="faint">{reviewer}</p>
                </li>
              ))}
            </ul>
          </section>
        )}
      </>
    )}
  </>
)
