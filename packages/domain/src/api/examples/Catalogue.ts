import { type ProductDetail, type ProductPage } from "../ProductsApi.ts"
import { ids } from "./Ids.ts"

/** Categories of the demonstration shop, in its order. */
export const categories = ["Electronics", "Clothing", "Home", "Sports", "Books"] as const

/** A product as in lists. */
export const product = {
  id: ids.product_id,
  name: "Brindlecote Glide Cordless Vacuum",
  description: "A stick vacuum for flats with stairs and pets. The battery lasts 55 minutes and can be exchanged.",
  category: categories[2],
  brand: "Brindlecote",
  price: 279,
  original_price: 329,
  image_url: "/images/products/brindlecote-glide-cordless-vacuum.svg",
  rating: 5,
  review_count: 1
} as const

export const products: typeof ProductPage.Encoded = {
  products: [product],
  total: 1,
  categories: categories.toSorted()
}

export const productDetail: typeof ProductDetail.Encoded = {
  ...product,
  specs: { "Run time": "55 min", Weight: "2.6 kg", "Exchangeable battery": true },
  in_stock: true,
  total_stock: 42,
  warehouses: [
    { name: "Eastgate Fulfilment Centre", region: "east", quantity: 30 },
    { name: "Pacific Fulfilment Centre", region: "west", quantity: 12 }
  ],
  reviews: [
    {
      id: "01a0fd6a-5780-7231-b85e-f442ff725a98",
      rating: 5,
      title: "Quiet and light",
      body: "Does two floors on one charge.",
      verified: true,
      reviewer: "Alice M.",
      date: "2026-10-02T16:20:00.000Z"
    }
  ],
  rating_distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 }
}
