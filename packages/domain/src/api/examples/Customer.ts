import { type AccessGrant, type Session } from "../AuthApi.ts"
import { type Profile } from "../ProfileApi.ts"

/** The customer of all examples, who has placed one order. */
export const account = {
  id: "01a15853-0c00-760b-b5f1-7d97c35b7bc2",
  email: "carol@example.com",
  name: "Carol Adeyemi",
  role: "customer",
  loyalty_tier: "bronze",
  total_spend: 251.1
} as const

export const refreshToken =
  "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCIsInN1YiI6ImNhcm9sQGV4YW1wbGUuY29tIiwianRpIjoiMDFhMWVkZmMtZjM2MC03MTU3LWFhZGMtZjNiMDZiNjY3ZmQwIiwiaWF0IjoxNzk0OTk0MTQwLCJleHAiOjE3OTU1OTg5NDB9.mqR_SCvkLJbYv6AkVAWc4RiC9LIrXdCEhvwUK4TwvAc"

export const session: typeof Session.Encoded = {
  access_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIiwicm9sZSI6ImN1c3RvbWVyIiwidXNlcl9pZCI6IjAxYTE1ODUzLTBjMDAtNzYwYi1iNWYxLTdkOTdjMzViN2JjMiIsInN1YiI6ImNhcm9sQGV4YW1wbGUuY29tIiwianRpIjoiMDFhMWVkZmMtZjM2MC03YTY1LTk0NGUtYThlOTM2NzI2ODgxIiwiaWF0IjoxNzk0OTk0MTQwLCJleHAiOjE3OTQ5OTc3NDB9.xZESSZW5b7QqLOKDUUrZcgl_MUzEE_2C-YpCpeD5vyU",
  refresh_token: refreshToken,
  user: account
}

/** The access token issued for the refresh token. */
export const grant: typeof AccessGrant.Encoded = {
  access_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIiwicm9sZSI6ImN1c3RvbWVyIiwidXNlcl9pZCI6IjAxYTE1ODUzLTBjMDAtNzYwYi1iNWYxLTdkOTdjMzViN2JjMiIsInN1YiI6ImNhcm9sQGV4YW1wbGUuY29tIiwianRpIjoiMDFhMWVlMmItYTQ4MC03ZGIxLTg4YzItZjg4ZGViN2ZmOGUwIiwiaWF0IjoxNzk0OTk3MjAwLCJleHAiOjE3OTUwMDA4MDB9.XmGLoFA6_z5hfdnw_e79Vk9Vi7dcPoEOu5xd2vYFk0Q"
}

export const profile: typeof Profile.Encoded = {
  ...account,
  member_since: "2026-10-20T08:00:00.000Z",
  order_count: 1,
  review_count: 0,
  tier_benefits: { discount_pct: 0, free_shipping_threshold: 100, priority_support: false }
}

/** A person without an account yet. */
export const newcomer = { email: "nina@example.com", password: "correct horse battery", name: "Nina Castell" }

export const newSession: typeof Session.Encoded = {
  access_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoiYWNjZXNzIiwicm9sZSI6ImN1c3RvbWVyIiwidXNlcl9pZCI6IjAxYTFlZGViLThlNDAtNzRjMy05ODU3LWE4YjJmNTAzOGRkOSIsInN1YiI6Im5pbmFAZXhhbXBsZS5jb20iLCJqdGkiOiIwMWExZWRlYi04ZTQwLTcwZjItYTg4OC05ODgwOThiOGVkYjQiLCJpYXQiOjE3OTQ5OTMwMDAsImV4cCI6MTc5NDk5NjYwMH0.YWelSOwrRaz1rbSSD353eG7GTQ8TbjLXoqL-qzE3cOA",
  refresh_token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXBlIjoicmVmcmVzaCIsInN1YiI6Im5pbmFAZXhhbXBsZS5jb20iLCJqdGkiOiIwMWExZWRlYi04ZTQwLTdlNzUtYmFiMi05MjhiNGFhNTNkNmYiLCJpYXQiOjE3OTQ5OTMwMDAsImV4cCI6MTc5NTU5NzgwMH0.xvA5DoI2WygludLQ3a4s-4Nt5T7YHHO85NYQyFI1saY",
  user: {
    id: "01a1edeb-8e40-74c3-9857-a8b2f5038dd9",
    email: newcomer.email,
    name: newcomer.name,
    role: "customer",
    loyalty_tier: "bronze",
    total_spend: 0
  }
}
