import { germanic } from "./languages/Germanic.ts"
import { type Language } from "./languages/Language.ts"
import { other } from "./languages/Other.ts"
import { romance } from "./languages/Romance.ts"
import { slavic } from "./languages/Slavic.ts"
import { unspaced } from "./languages/Unspaced.ts"

/** Languages besides English, whose rules need more than stems. */
export const languages: ReadonlyArray<Language> = [...germanic, ...romance, ...slavic, ...other, ...unspaced]
