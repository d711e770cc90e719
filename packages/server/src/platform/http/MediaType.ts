/** Returns the media type of a header without its parameters, in lower case. */
export const of = (text: string): string => {
  const [type = ""] = text.split(";")
  return type.trim().toLowerCase()
}

const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/giu

/** Charsets that are subsets of UTF-8. */
const readable: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii", "ascii"])

/** Returns whether every charset parameter of the header can be read as UTF-8. */
const isUtf8 = (contentType: string) =>
  [...contentType.matchAll(charset)].every(([, quoted, plain]) =>
    readable.has((quoted ?? plain ?? "").trim().toLowerCase())
  )

/** Returns the reason why a body with these headers cannot be read: it is compressed, or its text is not UTF-8. */
export const unsupportedReason = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const encodings = (headers["content-encoding"] ?? "").split(",").map((encoding) => encoding.trim().toLowerCase())
  if (encodings.some((encoding) => encoding !== "" && encoding !== "identity")) {
    return "Content-Encoding must be identity: send the body unpacked"
  }
  // Node decodes the chunks, but leaves their content compressed.
  if (![undefined, "chunked"].includes(headers["transfer-encoding"]?.trim().toLowerCase())) {
    return "Transfer-Encoding must be chunked: send the body unpacked"
  }
  return isUtf8(headers["content-type"] ?? "") ? undefined : "charset of Content-Type must be utf-8"
}
