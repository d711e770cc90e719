/** Commands that pages name and the command line does not have yet; a test fails once it has one of them. */
export const notYet: ReadonlyArray<string> = [
  "import warehouses",
  "import delivery",
  "import customers",
  "import tiers",
  "import reviews",
  "import coupons",
  "import promotions",
  "users set-password"
]
