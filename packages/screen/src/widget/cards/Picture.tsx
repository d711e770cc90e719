import { useState } from "preact/hooks"
import { linkOf } from "../../json/Fields.ts"

/** Returns the address of a picture, whose path begins at the root of the server that the frame comes from. */
const addressOf = (path: string): string | null => {
  const relative = path.replace(/^\//, "../")
  return path !== "" && URL.canParse(relative, location.href) ? linkOf(new URL(relative, location.href).href) : null
}

/** The picture of a product, or its name where there is none to see. */
export const Picture = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const [broken, setBroken] = useState<string | null>(null)
  const address = addressOf(path)
  return address === null || broken === path ? (
    <span class="picture" aria-hidden="true">
      <span dir="auto">{name}</span>
    </span>
  ) : (
    <img class="picture" src={address} alt="" loading="lazy" onError={() => setBroken(path)} />
  )
}
