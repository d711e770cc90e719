/**
 * Look of the button and the frame. Declarations are important where the page's own style sheet could reach the element
 * itself: those of a shadow tree win.
 */
export const styles = `
:host {
  all: initial !important;
  position: fixed !important;
  inset-block-end: max(20px, env(safe-area-inset-bottom)) !important;
  inset-inline-end: max(20px, env(safe-area-inset-right)) !important;
  z-index: 2147483000 !important;
  direction: inherit !important;
}
:host([side="start"]) {
  inset-inline: max(20px, env(safe-area-inset-left)) auto !important;
}
:host([hidden]) { display: none !important; }
button {
  all: unset;
  box-sizing: border-box;
  display: grid;
  place-items: center;
  inline-size: 56px;
  block-size: 56px;
  border-radius: 50%;
  background: var(--storefront-accent, #1f5eff);
  color: #fff;
  cursor: pointer;
  box-shadow: 0 2px 6px rgb(0 0 0 / 20%), 0 8px 24px rgb(0 0 0 / 18%);
  transition: transform .15s ease;
}
button:hover { transform: scale(1.05); }
button:focus-visible { outline: 3px solid; outline-color: Highlight; outline-offset: 3px; }
svg { inline-size: 28px; block-size: 28px; fill: currentColor; }
span {
  position: absolute;
  inset-block-start: -2px;
  inset-inline-end: -2px;
  min-inline-size: 20px;
  block-size: 20px;
  border-radius: 10px;
  background: #c81e1e;
  color: #fff;
  font: 600 12px/20px system-ui, sans-serif;
  text-align: center;
}
span[hidden] { display: none; }
dialog {
  all: unset;
  display: none;
  position: fixed;
  inset-block-end: max(88px, calc(env(safe-area-inset-bottom) + 88px));
  inset-inline-end: 20px;
  inline-size: min(400px, calc(100vw - 40px));
  block-size: min(680px, calc(100dvh - 108px));
  border-radius: 16px;
  overflow: hidden;
  box-shadow: 0 8px 40px rgb(0 0 0 / 24%);
  background: Canvas;
}
:host([side="start"]) dialog { inset-inline: 20px auto; }
dialog[open] { display: block; }
dialog:modal { inset: 0; inline-size: 100vw; block-size: 100dvh; border-radius: 0; }
dialog::backdrop { background: transparent; }
iframe { all: unset; display: block; inline-size: 100%; block-size: 100%; border: 0; color-scheme: light; }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
@media (forced-colors: active) { button { border: 2px solid ButtonText; } dialog { border: 1px solid CanvasText; } }
`
