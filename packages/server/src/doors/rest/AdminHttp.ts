import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { RequestNotFound } from "@storefront/domain/Errors"
import { CurrentUser } from "@storefront/domain/Identity"
import { AccessRequestId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import { AuditLog } from "../../assistant/usage/AuditLog.ts"
import { UsageReport } from "../../assistant/usage/UsageReport.ts"
import { AccessRequests } from "../../shop/marketplace/AccessRequests.ts"
import * as PathId from "./PathId.ts"

const parseId = PathId.parse(AccessRequestId, () => new RequestNotFound())

export const layer = HttpApiBuilder.group(StorefrontApi, "admin", (handlers) =>
  Effect.gen(function* () {
    const requests = yield* AccessRequests
    const usage = yield* UsageReport
    const audit = yield* AuditLog

    const resolve = Effect.fnUntraced(function* <const Status extends "approved" | "denied">(
      status: Status,
      text: string,
      notes: string
    ) {
      const { id: reviewer } = yield* CurrentUser
      const request_id = yield* parseId(text)
      yield* requests.resolve({ reviewer, request: request_id, status, notes })
      return { status, request_id }
    })

    return handlers
      .handle("requests", () => requests.listPending)
      .handle("approve", ({ path, payload }) => resolve("approved", path.request_id, payload.admin_notes))
      .handle("deny", ({ path, payload }) => resolve("denied", path.request_id, payload.admin_notes))
      .handle("usage", () => usage.make)
      .handle("audit", ({ urlParams }) => audit.list(urlParams))
  })
)
