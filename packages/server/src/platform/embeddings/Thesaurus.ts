/**
 * Synonym groups of everyday shopping words, one group per line. The embedded embeddings give the words of a group a
 * common feature, so that "cosy for cold evenings" finds products described as warm. A word may be in several groups;
 * singular and base form suffice. Stored vectors depend on the groups and their order: change
 * `EmbeddedEmbeddings.modelName` with them.
 */
const groups = [
  "warm warmth winter cosy cozy snug insulated insulation thermal fleece down wool woolen lambswool merino snow freezing chilly frost ski skiing hand-warmer",
  "rain rainy waterproof weatherproof shower downpour water-repellent splash splash-proof dry wet storm umbrella",
  "summer hot heat lightweight airy breathable linen beach sun sunny cool",
  "run runner running jog jogging marathon race sprint",
  "hike hiker hiking trail mountain trek trekking outdoor outdoors wilderness",
  "camp camping campsite tent festival outdoors outdoor hut sleeping",
  "climb climber climbing harness rope crag boulder bouldering",
  "gym fitness workout exercise train training strength muscle dumbbell weightlifting lifting cardio",
  "yoga stretch stretching pilates meditation",
  "bike bicycle cycle cycling cyclist handlebar",
  "shoe footwear sneaker trainer boot sandal",
  "jacket coat parka anorak outerwear shell",
  "sweater jumper pullover knitwear cardigan hoodie sweatshirt",
  "trousers pants jeans chino chinos denim slacks",
  "shirt tee t-shirt tshirt top blouse",
  "dress gown skirt elegant wedding party outfit",
  "sock stocking",
  "scarf shawl",
  "headphone headset earphone earbud over-ear in-ear",
  "music audio sound listen listening song speaker podcast bass stereo hi-fi",
  "quiet silent silence noisy noise noise-cancelling noise-canceling hush calm peaceful roar",
  "laptop notebook computer pc ultrabook",
  "tablet drawing draw sketch pen stylus",
  "e-reader ereader ebook kindle",
  "monitor screen display",
  "keyboard typing type typist mechanical",
  "mouse trackball",
  "office desk work working workstation home-office colleague webcam monitor keyboard mouse laptop",
  "video webcam camera conference meeting streaming zoom",
  "charge charger charging battery power powerbank phone smartphone",
  "travel trip holiday vacation journey flight plane airline abroad tourist luggage railway commute",
  "watch wrist smartwatch wearable heart-rate heart pulse gps tracker track",
  "clean cleaner cleaning vacuum hoover dust dirt crumb tidy sweep brush",
  "floor carpet rug mat",
  "hair pet dog cat fur",
  "air purifier humidifier allergy pollen filter breathe breathing humidity",
  "coffee espresso grinder barista bean french-press",
  "tea kettle boil cup mug",
  "cook cooking cookbook cookware kitchen chef recipe pan pot saucepan bake baking meal dinner food dish",
  "knife cut cutting chop slice blade vegetable",
  "smoothie blender blend mix shake juice soup",
  "bed bedroom bedding bedtime duvet blanket quilt sleep night pillow",
  "light lamp lighting torch headlamp flashlight bright dark darkness glow lumen",
  "shelf bookcase storage store furniture wall bracket",
  "sofa couch living-room decor interior lamp rug",
  "book novel read reading reader story author page literature essay poetry",
  "crime detective murder mystery thriller suspense whodunit",
  "space science-fiction sci-fi scifi fiction galaxy planet spaceship ship alien comet future",
  "garden gardener gardening plant planting planter flower soil border",
  "history historical past century war ancient",
  "poem poet poetry verse",
  "life biography memoir portrait",
  "map atlas geography world",
  "code coding coder program programming programmer software developer computer learn beginner primer",
  "child children kid toddler baby picture bedtime fox",
  "essay thought idea",
  "drink bottle water hydrate hydration thirst thirsty flask",
  "bag backpack rucksack pack carry daypack",
  "comfortable comfy soft cushioned padded gentle",
  "sturdy robust durable tough solid strong",
  "wireless cordless bluetooth cable-free"
]

const senses: ReadonlyMap<string, ReadonlyArray<number>> = groups.reduce((known, line, group) => {
  for (const word of line.split(" ")) {
    known.set(word, [...(known.get(word) ?? []), group])
  }
  return known
}, new Map<string, ReadonlyArray<number>>())

/** Returns the groups of a lower-case word, found by itself or its singular. */
export const sensesOf = (word: string): ReadonlyArray<number> =>
  senses.get(word) ?? senses.get(word.replace(/s$/, "")) ?? senses.get(word.replace(/es$/, "")) ?? []
