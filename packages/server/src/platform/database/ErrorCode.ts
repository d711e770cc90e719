/** The `code` that Node and the PostgreSQL driver put on their errors, such as `EACCES` or `23505`; else empty. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
