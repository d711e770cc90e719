import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Characters that no name of a category has: of ASCII all but letters, digits and ` &'/,+.()-`; controls, general
 * punctuation without ’, and private characters.
 */
const forbidden = String.raw`\u0001-\u001F\u0021-\u0025\u002A\u003A-\u0040\u005B-\u0060\u007B-\u009F\u2000-\u2018\u201A-\u206F\uE000-\uF8FF\uFEFF`

/**
 * Keeps a group's own keywords apart from the values of its variants, with which `keywords` is made anew whenever a
 * variant changes. Holds names of categories to their characters, as far as regular expressions know them in any locale.
 */
export const groupKeywords = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE products ADD own_keywords text NOT NULL DEFAULT '' CHECK (char_length(own_keywords) <= 2000)`
  yield* sql`UPDATE products SET own_keywords = keywords WHERE kind = 'group'`
  // Not the present names: one that an older release took may not keep the shop from starting.
  yield* sql`
    ALTER TABLE categories ADD CONSTRAINT categories_name_characters
      CHECK (name !~ '[${sql.literal(forbidden)}]') NOT VALID`
})
