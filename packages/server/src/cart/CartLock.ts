import { type SqlClient } from "@effect/sql"
import { v7 as uuid } from "uuid"

/**
 * Takes the cart of a customer for a change, until the end of the transaction, and gives its id: a part of the statement
 * that makes the change. It gives nothing when somebody else has changed the cart since the statement began to read: the
 * statement then changes nothing either and is run again, which reads afresh, and waits for nobody any more.
 *
 * `xmin` is the transaction that wrote a row; everybody who changes a cart writes its row.
 */
export const takeCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  UPDATE carts SET updated_at = now()
  WHERE user_id = ${owner} AND xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id`

/** The same for a change that the cart is made for when there is none. */
export const takeOrMakeCart = (sql: SqlClient.SqlClient, owner: string) => sql`
  INSERT INTO carts (id, user_id) VALUES (${uuid()}, ${owner})
  ON CONFLICT (user_id) DO UPDATE SET updated_at = now()
  WHERE carts.xmin = (SELECT xmin FROM carts WHERE user_id = ${owner})
  RETURNING id`
