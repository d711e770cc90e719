import { type Region } from "@storefront/domain/Inventory"

/** Where people say a parcel should go, by the region that serves it. States follow the shop's delivery areas. */
const rows: Readonly<Record<Region, string>> = {
  east: `east|east coast|eastern|eastern seaboard|eastern us|eastern states|back east|northeast|north east|southeast|south east|new england|atlantic coast|atlantic
    connecticut|delaware|florida|georgia|maine|maryland|massachusetts|new hampshire|new jersey|new york|north carolina|pennsylvania|rhode island|south carolina|vermont|virginia|west virginia|district of columbia|washington dc|washington d.c.|d.c.|dc
    ct|fl|ga|md|ma|nh|nj|ny|nc|pa|ri|sc|vt|va|wv|new york city|nyc|new york state|manhattan|brooklyn|queens|bronx|staten island|long island|buffalo|rochester|albany|syracuse|boston|cambridge|worcester|springfield ma|providence|hartford|new haven|stamford|portland maine|bangor|burlington|manchester nh|concord|newark|jersey|jersey city|hoboken|trenton|princeton|atlantic city|philadelphia|philly|pittsburgh|harrisburg|allentown|scranton|wilmington|baltimore|annapolis|bethesda|richmond|norfolk|virginia beach|arlington|alexandria|charlotte|raleigh|durham|greensboro|asheville|charleston|columbia sc|greenville|atlanta|savannah|augusta|athens ga|miami|orlando|tampa|jacksonville|fort lauderdale|tallahassee|st petersburg|key west|naples|sarasota|gainesville|pensacola|carolinas|the carolinas|tri-state area|the hamptons|cape cod|the big apple|big apple`,
  central: `central|midwest|mid west|midwestern|mid-west|the midwest|central us|central states|middle of the country|heartland|great plains|the plains|great lakes|deep south|the south|gulf coast|down south
    alabama|arkansas|illinois|indiana|iowa|kansas|kentucky|louisiana|michigan|minnesota|mississippi|missouri|nebraska|north dakota|ohio|oklahoma|south dakota|tennessee|texas|wisconsin|dakota
    ar|il|ia|ks|ky|mi|mn|ms|mo|ne|nd|tn|tx|wi|chicago|chi-town|houston|dallas|austin|san antonio|fort worth|dfw|el paso|plano|lubbock|amarillo|corpus christi|detroit|grand rapids|ann arbor|lansing|minneapolis|st paul|saint paul|twin cities|duluth|milwaukee|madison|green bay|kansas city|st louis|saint louis|st. louis|wichita|topeka|omaha|lincoln|des moines|cedar rapids|indianapolis|indy|fort wayne|columbus|cleveland|cincinnati|cincy|toledo|dayton|akron|nashville|memphis|knoxville|chattanooga|louisville|lexington|new orleans|nola|baton rouge|birmingham|montgomery|mobile alabama|huntsville|jackson|little rock|tulsa|oklahoma city|okc|fargo|sioux falls|bismarck|rapid city`,
  west: `west|west coast|western|western us|western states|out west|northwest|north west|southwest|south west|pacific northwest|pnw|pacific coast|bay area|the bay area|silicon valley|socal|norcal|southern california|northern california|rocky mountains|the rockies|rockies|mountain states
    alaska|arizona|california|colorado|hawaii|idaho|montana|nevada|new mexico|oregon|utah|washington|washington state|wyoming|cali
    az|ca|nm|nv|ut|wa|wy|los angeles|la|l.a.|hollywood|san francisco|sf|san fran|frisco|oakland|berkeley|san jose|palo alto|sacramento|san diego|fresno|long beach|anaheim|santa barbara|santa cruz|pasadena|bakersfield|irvine|malibu|seattle|tacoma|spokane|bellevue|olympia|portland|eugene|salem|bend oregon|phoenix|tucson|scottsdale|mesa|tempe|flagstaff|las vegas|vegas|reno|henderson|denver|boulder|colorado springs|aspen|salt lake city|salt lake|slc|provo|boise|albuquerque|santa fe|honolulu|maui|anchorage|juneau|fairbanks|billings|missoula|bozeman|cheyenne|city of angels`
}

const spelled = (names: string, region: Region): ReadonlyArray<[string, Region]> =>
  names.split(/[|\n]/).map((name): [string, Region] => [name.trim().replaceAll("-", " - "), region])

/** Region by place, lower case; names of several words are joined by one space. */
export const places: ReadonlyMap<string, Region> = new Map([
  ...spelled(rows.east, "east"),
  ...spelled(rows.central, "central"),
  ...spelled(rows.west, "west")
])

/** Longest place name, in words. */
export const longestPlace = Math.max(...[...places.keys()].map((name) => name.split(" ").length))
