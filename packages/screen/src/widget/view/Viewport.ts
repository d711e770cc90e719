/** Keeps a page within the part of the window that a keyboard on the screen leaves. */
export const followViewport = ({ style }: HTMLElement) => {
  const viewport = globalThis.visualViewport
  const fit = () => {
    if (viewport !== null && viewport.scale === 1) {
      style.blockSize = `${viewport.height}px`
      style.translate = `0 ${viewport.offsetTop}px`
    }
  }
  viewport?.addEventListener("resize", fit)
  viewport?.addEventListener("scroll", fit)
  fit()
}
