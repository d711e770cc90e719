import { type Theme } from "../page/Messages.ts"

/** The look that the page gives the chat. */

/** Properties that decide whether a value is one the browser knows. */
const kinds = {
  accent: "color",
  background: "background-color",
  text: "color",
  font: "font-family",
  radius: "border-radius"
} as const satisfies Record<keyof Theme, string>

/** Returns the relative luminance of a colour by WCAG 2.2, 0 to 1. */
const luminanceOf = (channels: ReadonlyArray<number>): number => {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns black or white, whichever has more contrast. */
export const readableOn = (channels: ReadonlyArray<number>): "#000" | "#fff" => {
  const luminance = luminanceOf(channels)
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000" : "#fff"
}

/** Reads the channels of a colour by painting it. */
const channelsOf = (color: string): ReadonlyArray<number> => {
  const canvas = document.createElement("canvas")
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext("2d")
  if (context === null) {
    return []
  }
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return Array.from(context.getImageData(0, 0, 1, 1).data.subarray(0, 3))
}

/** Takes the values that the browser knows; the text on the accent follows by contrast. */
export const applyTheme = (theme: Theme, style: CSSStyleDeclaration): void => {
  for (const name of ["accent", "background", "text", "font", "radius"] as const) {
    const value = theme[name]
    if (value !== undefined && CSS.supports(kinds[name], value)) {
      style.setProperty(`--${name}`, value)
      if (name === "accent") {
        style.setProperty("--on-accent", readableOn(channelsOf(value)))
      }
      if (name === "background") {
        // Scroll bars and marks of the browser are those of a dark page there.
        style.colorScheme = readableOn(channelsOf(value)) === "#fff" ? "dark" : "light"
      }
    }
  }
}
