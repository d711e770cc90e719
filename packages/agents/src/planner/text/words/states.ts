/** Two letters of the US states, territories left out, by name. */
export const states: ReadonlyMap<string, string> = new Map(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia
HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan
MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah
VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`
    .split(/[|\n]/)
    .map((row): [string, string] => [row.slice(3).toLowerCase(), row.slice(0, 2)])
)

/** Their two letters. */
export const stateCodes: ReadonlySet<string> = new Set(states.values())

/** Two letters of the countries people write behind an address, by how they call them. */
export const countries: ReadonlyMap<string, string> = new Map(
  `US usa|US us|US u.s.a.|US u.s.|US united states|US united states of america|US america|GB uk|GB united kingdom|GB great britain|GB england|GB scotland|GB wales
DE germany|DE deutschland|FR france|IT italy|ES spain|PT portugal|NL netherlands|NL the netherlands|NL holland|BE belgium|AT austria|CH switzerland|IE ireland
CA canada|MX mexico|AU australia|NZ new zealand|PL poland|CZ czech republic|DK denmark|SE sweden|NO norway|FI finland|JP japan|IN india|BR brazil|GR greece`
    .split(/[|\n]/)
    .map((row): [string, string] => [row.slice(3), row.slice(0, 2)])
)

/** First letters of British postal codes by nation; all others are in England. */
const nations: ReadonlyArray<readonly [areas: RegExp, nation: string]> = [
  [/^(?:AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|TD|ZE)\d/, "SCT"],
  [/^(?:CF|LD|LL|NP|SA)\d/, "WLS"],
  [/^BT\d/, "NIR"]
]

/** The nation of a British postal code, which stands where other countries have a state; null for any other code. */
export const nationOf = (postalCode: string): string | null =>
  /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/.test(postalCode)
    ? (nations.find(([areas]) => areas.test(postalCode))?.[1] ?? "ENG")
    : null
