import { Option, Record } from "effect"
import { hash } from "node:crypto"

interface Drawing {
  /** Degrees; a product uses one of them, slightly shifted. */
  readonly hues: ReadonlyArray<number>
  /** SVG around the middle of the picture; `ink` is dark, `paper` light, `accent` strong. */
  readonly motif: string
}

/** A closed box, for categories without a drawing of their own. */
const parcel: Drawing = {
  hues: [34, 204, 168],
  motif: `
    <path d="m200 138 84 40v84l-84 40-84-40v-84z" fill="var(--accent)" stroke="var(--ink)" stroke-width="8"
      stroke-linejoin="round"/>
    <path d="m116 178 84 40 84-40M200 218v84" fill="none" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"/>
    <path d="m158 158 84 40v34" fill="none" stroke="var(--paper)" stroke-width="10" stroke-linejoin="round"/>`
}

/** The other drawings, by the name that `categories.drawing` has. */
const drawings: Readonly<Record<string, Drawing>> = {
  headphones: {
    hues: [208, 226, 196],
    motif: `
    <path d="M128 214a72 72 0 0 1 144 0" fill="none" stroke="var(--ink)" stroke-width="14" stroke-linecap="round"/>
    <rect x="108" y="200" width="44" height="76" rx="20" fill="var(--accent)"/>
    <rect x="248" y="200" width="44" height="76" rx="20" fill="var(--accent)"/>
    <rect x="140" y="206" width="14" height="64" rx="7" fill="var(--ink)"/>
    <rect x="246" y="206" width="14" height="64" rx="7" fill="var(--ink)"/>`
  },
  shirt: {
    hues: [338, 14, 282],
    motif: `
    <path d="M164 126 108 158l22 48 22-10v84a12 12 0 0 0 12 12h72a12 12 0 0 0 12-12v-84l22 10 22-48-56-32a38 30 0 0 1-72 0z"
      fill="var(--accent)" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"/>
    <path d="M172 236h56M172 254h36" stroke="var(--paper)" stroke-width="8" stroke-linecap="round"/>`
  },
  lamp: {
    hues: [28, 42, 158],
    motif: `
    <path d="m160 128 80 0 34 82H126z" fill="var(--accent)" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"/>
    <path d="M200 210v72M152 286h96" stroke="var(--ink)" stroke-width="12" stroke-linecap="round"/>
    <path d="M242 214v30" stroke="var(--ink)" stroke-width="5" stroke-linecap="round"/>
    <circle cx="242" cy="248" r="6" fill="var(--ink)"/>`
  },
  mountains: {
    hues: [148, 96, 176],
    motif: `
    <path d="m96 276 68-112 36 52 26-36 78 96z" fill="var(--accent)" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"/>
    <path d="m146 194 18-30 22 32-14 10-12-10z" fill="var(--paper)"/>
    <circle cx="262" cy="140" r="20" fill="var(--paper)" stroke="var(--ink)" stroke-width="8"/>`
  },
  book: {
    hues: [258, 356, 218],
    motif: `
    <path d="M200 156c-26-18-58-22-92-18v130c34-4 66 0 92 18 26-18 58-22 92-18V138c-34-4-66 0-92 18z"
      fill="var(--paper)" stroke="var(--ink)" stroke-width="8" stroke-linejoin="round"/>
    <path d="M200 156v130" stroke="var(--ink)" stroke-width="8"/>
    <path d="M128 172c18-1 34 2 48 8M128 202c18-1 34 2 48 8M272 172c-18-1-34 2-48 8" fill="none" stroke="var(--accent)"
      stroke-width="8" stroke-linecap="round"/>`
  }
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** The product data that a picture depends on. */
export interface PicturedProduct {
  readonly slug: string
  readonly name: string
  /** Name of a drawing. */
  readonly drawing: string
}

/** Draws a product's picture as SVG. Colours and positions derive from a hash of the slug, so that it never changes. */
export const draw = ({ drawing, name, slug }: PicturedProduct) => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = hash("sha256", slug, "buffer")
  const { hues, motif } = Option.getOrElse(Record.get(drawings, drawing), () => parcel)
  const hue = ((hues[a % hues.length] ?? 0) + (b % 25) - 12 + 360) % 360
  const colors = [
    `--ink:hsl(${hue} 38% 24%)`,
    `--accent:hsl(${hue} 62% ${52 + (c % 12)}%)`,
    `--paper:hsl(${hue} 60% 97%)`
  ].join(";")
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img" style="${colors}">
  <title>${escaped(name)}</title>
  <defs>
    <linearGradient id="sky" gradientTransform="rotate(${60 + (d % 60)})">
      <stop stop-color="hsl(${hue} 58% 93%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 24) % 360} 52% 80%)"/>
    </linearGradient>
  </defs>
  <rect width="400" height="400" fill="url(#sky)"/>
  <circle cx="${40 + (e % 320)}" cy="${30 + (f % 120)}" r="${70 + (c % 70)}" fill="var(--paper)" opacity=".45"/>
  <circle cx="${360 - (f % 320)}" cy="${300 + (e % 80)}" r="${60 + (d % 60)}" fill="var(--accent)" opacity=".16"/>
  <ellipse cx="200" cy="300" rx="112" ry="11" fill="var(--ink)" opacity=".14"/>
  <g transform="rotate(${(b % 9) - 4} 200 210)">${motif}
  </g>
</svg>
`
}
