/** The media type of a header or a part without its parameters, in lower case. */
export const of = (text: string): string => {
  const [type = ""] = text.split(";")
  return type.trim().toLowerCase()
}

const charset = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]*))/giu

/** Encodings of which every text is UTF-8 too. */
const readable: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii", "ascii"])

/** Returns false when a parameter of the header names an encoding of text that is not read as UTF-8. */
const isUtf8 = (contentType: string) =>
  [...contentType.matchAll(charset)].every(([, quoted, plain]) =>
    readable.has((quoted ?? plain ?? "").trim().toLowerCase())
  )

/** Returns why a body with these headers cannot be read as it is: it is packed, or its text is not UTF-8. */
export const obstacle = (headers: Readonly<Record<string, string | undefined>>): string | undefined => {
  const encodings = (headers["content-encoding"] ?? "").split(",").map((encoding) => encoding.trim().toLowerCase())
  if (encodings.some((encoding) => encoding !== "" && encoding !== "identity")) {
    return "Content-Encoding must be identity: send the body unpacked"
  }
  // Node reads the chunks and leaves what is in them packed.
  if (![undefined, "chunked"].includes(headers["transfer-encoding"]?.trim().toLowerCase())) {
    return "Transfer-Encoding must be chunked: send the body unpacked"
  }
  return isUtf8(headers["content-type"] ?? "") ? undefined : "charset of Content-Type must be utf-8"
}
