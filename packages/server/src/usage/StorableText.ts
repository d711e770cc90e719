/** Text as PostgreSQL can keep it: what `text` and `jsonb` refuse (U+0000, lone surrogates) is replaced. */
export const storable = (text: string): string => text.replaceAll(/[\u0000\p{Cs}]/gu, "\uFFFD")
