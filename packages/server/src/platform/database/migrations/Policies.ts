import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Creates the shop's policies in any language, and their passages, which answer questions. The words of a passage are
 * folded and split by the shop, as those of a question are, because no text search dictionary knows every language.
 * `policy_words` counts a word's passages per locale, to weigh common words and to find similar ones.
 */
export const policies = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE policies (
      slug text NOT NULL CHECK (slug ~ '^[a-z0-9-]{1,80}$'),
      locale text NOT NULL CHECK (char_length(locale) BETWEEN 2 AND 35),
      kind text NOT NULL CHECK (kind IN ('returns', 'shipping', 'payment', 'warranty', 'privacy', 'terms', 'contact', 'faq')),
      title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
      /* Null is the shop's own page of it. */
      url text CHECK (url ~ '^https?://'),
      body text NOT NULL,
      /* Null is an operator at the command line. */
      updated_by uuid REFERENCES users(id) ON DELETE SET NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (slug, locale)
    )`
  yield* sql`CREATE INDEX policies_kind ON policies (kind)`
  yield* sql`CREATE INDEX policies_updated_by ON policies (updated_by)`
  yield* sql`
    CREATE TABLE policy_passages (
      slug text NOT NULL,
      locale text NOT NULL,
      position integer NOT NULL CHECK (position >= 0),
      heading text CHECK (char_length(heading) BETWEEN 1 AND 200),
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
      headwords text NOT NULL,
      words text NOT NULL,
      search tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('simple', headwords), 'A') || setweight(to_tsvector('simple', words), 'D')
      ) STORED,
      PRIMARY KEY (slug, locale, position),
      FOREIGN KEY (slug, locale) REFERENCES policies (slug, locale) ON DELETE CASCADE
    )`
  yield* sql`CREATE INDEX policy_passages_fts ON policy_passages USING gin (search)`
  yield* sql`
    CREATE TABLE policy_words (
      locale text NOT NULL,
      word text NOT NULL,
      passages integer NOT NULL CHECK (passages > 0),
      PRIMARY KEY (locale, word)
    )`
  yield* sql`CREATE INDEX policy_words_word ON policy_words (word)`
  yield* sql`CREATE INDEX policy_words_trgm ON policy_words USING gin (word gin_trgm_ops)`
})
