import { singulars } from "./SearchWords.ts"

/**
 * Synonyms and hyponyms for kinds of goods, so that a search for a couch finds a product called sofa. In a line
 * `same same > narrower narrower`, the words before the mark are synonyms; those after it are narrower kinds, which a
 * search for the wider word finds too, but not vice versa. Singular, lower case, `_` for a space; only words that say
 * in a product's name what the product is.
 */
const groups = [
  // Clothes
  "clothes clothing apparel garment > outerwear sweater sweatshirt trousers top dress skirt sock underwear pyjamas swimwear scarf glove hat",
  "shoe footwear > sneaker boot sandal slipper loafer",
  "sneaker trainer",
  "sandal flip-flop",
  "boot wellington",
  "outerwear > jacket",
  "jacket coat > raincoat parka anorak blazer windbreaker gilet",
  "raincoat rain_coat rain_jacket rain_shell",
  "sweater jumper pullover knitwear > cardigan",
  "sweatshirt > hoodie",
  "trousers pants slacks > jeans chinos leggings joggers",
  "jeans denim",
  "top > shirt t-shirt blouse",
  "shirt > t-shirt blouse",
  "t-shirt tshirt tee tee_shirt",
  "dress gown frock",
  "sock stocking",
  "underwear lingerie > briefs boxers bra",
  "pyjamas pajamas nightwear sleepwear",
  "swimwear > swimsuit bikini",
  "swimsuit bathing_suit",
  "glove mitten",
  "hat > cap beanie",
  "scarf shawl",
  "bag > backpack handbag suitcase tote satchel",
  "backpack rucksack knapsack daypack",
  "handbag purse",
  "suitcase luggage",
  "wallet billfold",
  "jewellery jewelry > necklace bracelet ring earring",
  "watch wristwatch > smartwatch",
  "smartwatch smart_watch",
  "glasses spectacles eyeglasses",
  // Electronics
  "electronics gadget > headphone earphone computer tablet phone television monitor camera speaker watch e-reader power_bank keyboard mouse",
  "headphone headset > earphone",
  "earphone earbud",
  "computer pc > laptop",
  "laptop notebook ultrabook",
  "tablet ipad",
  "monitor screen display",
  "television tv telly",
  "phone smartphone mobile cellphone mobile_phone cell_phone",
  "charger > power_bank",
  "power_bank powerbank portable_charger battery_pack",
  "speaker loudspeaker > soundbar",
  "camera > webcam camcorder",
  "e-reader ereader ebook_reader e-book_reader kindle",
  "console game_console games_console",
  "memory_stick usb_stick flash_drive",
  "hard_drive hard_disk ssd",
  // Home
  "furniture > sofa chair table wardrobe shelf cupboard bed",
  "sofa couch settee",
  "chair > armchair stool",
  "table > desk",
  "shelf shelving bookshelf > bookcase",
  "bookcase bookshelf",
  "wardrobe closet",
  "cupboard cabinet",
  "bedding > duvet blanket pillow mattress sheet",
  "duvet comforter quilt",
  "blanket throw",
  "pillow cushion",
  "rug carpet",
  "curtain drape",
  "light lighting > lamp lantern torch",
  "lamp > chandelier",
  "torch flashlight > headlamp",
  "headlamp head_torch headtorch",
  "vacuum vacuum_cleaner hoover",
  "fridge refrigerator",
  "oven cooker stove",
  "washing_machine washer",
  "kitchen kitchenware > cookware kettle toaster blender mixer grinder knife coffee_maker crockery cutlery",
  "cookware pan saucepan frying_pan skillet > wok casserole",
  "pot > cookware",
  "kettle teakettle",
  "coffee_maker coffee_machine espresso_machine",
  "grinder mill",
  "blender liquidiser liquidizer smoothie_maker",
  "mixer > blender",
  "cutlery silverware flatware",
  "crockery tableware dinnerware > mug plate bowl",
  "mug cup",
  "chopping_board cutting_board",
  "bin rubbish_bin trash_can garbage_can",
  "air_purifier air_cleaner",
  "lawnmower lawn_mower",
  // Sport
  "bicycle bike > e-bike",
  "bike_light bicycle_light",
  "camping > tent sleeping_bag headlamp lantern",
  "fitness gym workout > dumbbell kettlebell jump_rope yoga_mat treadmill",
  "weight hand_weight > dumbbell kettlebell barbell",
  "jump_rope skipping_rope",
  "yoga_mat exercise_mat gym_mat",
  "water_bottle drinking_bottle",
  "bottle flask thermos",
  // Books and toys
  "book > novel cookbook biography poetry atlas guidebook picture_book history essay guide primer comic",
  "novel fiction > crime_novel science_fiction",
  "crime_novel thriller whodunit murder_mystery",
  "science_fiction sci-fi scifi > space_opera",
  "cookbook cookery_book recipe_book",
  "biography autobiography memoir",
  "poetry poem",
  "guidebook travel_guide",
  "picture_book children_book",
  "toy > doll puzzle board_game",
  // Care
  "perfume fragrance cologne",
  "makeup cosmetics > lipstick mascara",
  "pram stroller pushchair buggy",
  "nappy diaper"
]

interface Group {
  readonly same: ReadonlyArray<string>
  readonly narrower: ReadonlyArray<string>
}

/** Groups by their synonyms; a term that occurs only as a narrower kind maps to an empty list. */
const groupsOf: ReadonlyMap<string, ReadonlyArray<Group>> = groups.reduce((knownForms, line) => {
  const [same = [], narrower = []] = line.split(" > ").map((terms) => terms.split(" "))
  for (const term of same) {
    knownForms.set(term, [...(knownForms.get(term) ?? []), { same, narrower }])
  }
  for (const term of narrower) {
    knownForms.set(term, knownForms.get(term) ?? [])
  }
  return knownForms
}, new Map<string, ReadonlyArray<Group>>())

/** Collects all terms that a search for a term covers: its synonyms and, recursively, narrower kinds. */
const collectTerms = (term: string, reached: Set<string>): Set<string> => {
  reached.add(term)
  for (const { narrower, same } of groupsOf.get(term) ?? []) {
    for (const other of same) {
      reached.add(other)
    }
    for (const other of narrower.filter((term) => !reached.has(term))) {
      collectTerms(other, reached)
    }
  }
  return reached
}

/** Returns the known terms among some spellings. */
const known = (...spellings: ReadonlyArray<string>): ReadonlyArray<string> =>
  // Goods that come in pairs are listed in the plural: "trousers".
  spellings.flatMap((spelling) => [...singulars(spelling), `${spelling}s`]).filter((form) => groupsOf.has(form))

/** A query word that names a kind of goods, alone or with a neighbour, and the other terms for that kind. */
export interface KindWord {
  readonly position: number
  /** With spaces between words; empty if the kind has no other name. */
  readonly terms: ReadonlyArray<string>
}

/** Finds query words that name kinds of goods: in "cordless vacuum cleaner" the last two, which form one kind. */
export const kindsIn = (words: ReadonlyArray<string>): ReadonlyArray<KindWord> => {
  const pairs = words.slice(1).map((word, index) => {
    const before = words[index] ?? ""
    return known(`${before}_${word}`, `${before}-${word}`, `${before}${word}`)
  })
  return words.flatMap((word, position) => {
    const kinds = [
      ...known(word, word.replaceAll("-", "_")),
      ...(pairs[position - 1] ?? []),
      ...(pairs[position] ?? [])
    ]
    const terms = new Set(kinds.flatMap((kind) => [...collectTerms(kind, new Set())]))
    return kinds.length === 0
      ? []
      : [
          {
            position,
            terms: [...terms].filter((term) => !kinds.includes(term)).map((term) => term.replaceAll("_", " "))
          }
        ]
  })
}
