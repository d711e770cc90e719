import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { CartId } from "@storefront/domain/Ids"
import { Schema } from "effect"
import { v7 as uuid } from "uuid"

const Locked = Schema.Struct({ id: CartId })

/**
 * Takes the cart of a customer for a change, until the end of the transaction; without one there is nothing to change.
 * Statements after it see what whoever had it before has written.
 */
export const lockCart = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: UserId,
    Result: Locked,
    execute: (owner) => sql`UPDATE carts SET updated_at = now() WHERE user_id = ${owner} RETURNING id`
  })

/** The same for a change that the cart is made for when there is none. */
export const lockOrMakeCart = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: UserId,
    Result: Locked,
    execute: (owner) => sql`
      INSERT INTO carts (id, user_id) VALUES (${uuid()}, ${owner})
      ON CONFLICT (user_id) DO UPDATE SET updated_at = now()
      RETURNING id`
  })
