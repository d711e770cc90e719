import { type KindName } from "@storefront/server/shop/import/kinds/Kind"

/** The files that are imported, each with those that it builds on. */

/** A file, and how it is imported. */
export interface File {
  readonly kind: KindName
  readonly content: string
  readonly options: ReadonlyArray<string>
}

/** An import to kill, and those that come before it. */
export interface Killed extends File {
  readonly before: ReadonlyArray<File>
}

const repeat = <A>(count: number, line: (at: number) => A) => Array.from({ length: count }, (_, at) => line(at))

const csv = (columns: string, ...lines: ReadonlyArray<string | ReadonlyArray<string>>) =>
  [columns, ...lines.flat()].join("\n")

const file = (kind: KindName, content: string, ...options: ReadonlyArray<string>): File => ({ kind, content, options })

/** Singles and variants of the shop, few enough that its tables are soon compared. */
const singles = 400
const variants = 600

const productColumns = "external_id,name,price,category,group,options,quantity,sku,description"

/** Singles of which every third becomes a group and every fifth is withdrawn, and groups that lose a variant. */
const earlierProducts = file(
  "products",
  csv(
    productColumns,
    repeat(
      singles,
      (at) => `single-${at},Mug ${at},${(at % 40) + 5}.50,Department ${at % 9},,,${at % 7},MUG-${at},A mug`
    ),
    repeat(variants, (at) => {
      const group = Math.floor(at / 4)
      return `group-${group}/${at % 4},Shoe ${group},${(at % 90) + 20}.00,Department 8,group-${group},Size=${40 + (at % 4)},5,SHOE-${at},A shoe`
    })
  )
)

const laterProducts = file(
  "products",
  csv(
    productColumns,
    repeat(singles, (at) => {
      const price = `${(at % 30) + 6}.90`
      const [key, name, place] = [`single-${at}`, `Mug ${at}`, `Department ${at % 11}`]
      return at % 5 === 0
        ? []
        : at % 3 === 0
          ? ["S", "M"].map((size) => `${key}/${size},${name},${price},${place},${key},Size=${size},4,,A mug in sizes`)
          : [`${key},${name},${price},${place},,,${at % 9},MUG-${at},A better mug`]
    }).flat(),
    repeat(variants, (at) => {
      const group = Math.floor(at / 4)
      return at % 4 === 3
        ? []
        : [
            `group-${group}/${at % 4},Shoe ${group},${(at % 80) + 25}.00,Department 8,group-${group},Size=${40 + (at % 4)},6,,A shoe`
          ]
    }).flat(),
    repeat(100, (at) => `new-${at},Lamp ${at},${at + 1}.00,Lamps,,,3,LAMP-${at},A lamp`)
  ),
  "--full",
  "--as-of=2026-01-02T00:00:00Z"
)

const warehouses = file(
  "warehouses",
  csv(
    "name,location,region",
    repeat(400, (at) => `Hall ${at},Town ${at % 50},region-${at % 20}`)
  )
)

const customers = file(
  "customers",
  csv(
    "email,name,created_at",
    repeat(1000, (at) => `person${at}@example.com,Person ${at},2024-05-${String((at % 28) + 1).padStart(2, "0")}`)
  )
)

/** One import of every kind. */
export const killed: ReadonlyArray<Killed> = [
  { ...laterProducts, before: [earlierProducts] },
  {
    ...file(
      "inventory",
      csv(
        "product,quantity,reorder_threshold,restock_date,restock_quantity",
        repeat(
          singles,
          (at) => `${at % 2 === 0 ? "mug" : "single"}-${at},${at % 50},${at % 6},2030-01-01,${(at % 9) + 1}`
        ),
        repeat(variants, (at) => `group-${Math.floor(at / 4)}/${at % 4},${at % 30},,,`)
      ),
      "--as-of=2026-01-03T00:00:00Z"
    ),
    before: [earlierProducts]
  },
  { ...customers, before: [] },
  { ...warehouses, before: [] },
  {
    ...file(
      "delivery",
      csv(
        "record,country,state,region,name,speed_tier,base_rate,carrier,region_from,region_to,price,days_min,days_max",
        repeat(
          40,
          (at) => `area,US,${String.fromCharCode(65 + (at % 26), 65 + Math.floor(at / 26))},region-${at % 20},,,,,,,,,`
        ),
        repeat(5, (at) => `carrier,,,,Carrier ${at},standard,${at + 4}.90,,,,,,`),
        repeat(1000, (at) => {
          const [from, to] = [at % 20, Math.floor(at / 20) % 20]
          return `rate,,,,,,,Carrier ${Math.floor(at / 400)},region-${from},region-${to},${(from + to) % 13}.90,1,4`
        })
      )
    ),
    before: [warehouses]
  },
  {
    ...file(
      "tiers",
      csv(
        "name,min_spend,discount_pct,free_shipping_threshold,priority_support",
        "bronze,0,0,100.00,false",
        "silver,500.00,5,75.00,false",
        "gold,2000.00,10,0,true"
      )
    ),
    before: []
  },
  {
    ...file(
      "coupons",
      csv(
        "code,discount_type,discount_value,min_spend,valid_from,applicable_categories",
        repeat(1000, (at) => `CODE-${at},percentage,${(at % 50) + 1},10.00,2026-01-01,Department ${at % 9}`)
      )
    ),
    before: [earlierProducts]
  },
  {
    ...file(
      "reviews",
      csv(
        "external_id,product,rating,body,email,author,created_at",
        repeat(1000, (at) => {
          const person = at % 3 === 0 ? `person${at}@example.com,` : `,Reader ${at}`
          return `review-${at},single-${at % singles},${(at % 5) + 1},Review ${at} of a mug,${person},2025-11-02`
        })
      )
    ),
    before: [earlierProducts, customers]
  },
  {
    ...file(
      "promotions",
      repeat(300, (at) =>
        JSON.stringify({
          name: `Promotion ${at}`,
          rules: { type: "bundle", product_ids: [`single-${at}`, `mug-${at + 1}`], discount_pct: (at % 30) + 1 },
          start_date: "2026-03-01",
          end_date: "2026-03-08"
        })
      ).join("\n")
    ),
    before: [earlierProducts]
  }
]
