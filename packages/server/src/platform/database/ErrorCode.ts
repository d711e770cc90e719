/** Returns the `code` of an error from Node or the PostgreSQL driver, such as `EACCES` or `23505`; else "". */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
