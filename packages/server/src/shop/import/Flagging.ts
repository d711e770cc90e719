import { LRUCache } from "lru-cache"
import { scanWith } from "../../platform/scanner/Scan.ts"

/** Texts whose verdict is kept: lines repeat the names of categories and warehouses. */
const maxVerdicts = 10_000

/** Makes the function that returns whether the scanner flags a text, which it scans once. */
export const makeIsFlagged = () => {
  const verdicts = new LRUCache<string, boolean>({ max: maxVerdicts })
  return (content: string): boolean => {
    const known = verdicts.get(content)
    const isFlagged = known ?? scanWith(undefined, content).verdict !== "clean"
    verdicts.set(content, isFlagged)
    return isFlagged
  }
}
