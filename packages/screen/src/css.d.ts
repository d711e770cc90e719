declare module "*/demo.css"
declare module "*/widget.css"

/** Text of a style sheet, packed by the build. */
declare module "*/styles.css" {
  const text: string
  export default text
}
