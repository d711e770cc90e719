/** The media type of a header or a part without its parameters, in lower case. */
export const of = (text: string): string => {
  const [type = ""] = text.split(";")
  return type.trim().toLowerCase()
}
