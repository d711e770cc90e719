/**
 * Everyday words that mean much the same to somebody who shops, one group per line. The embedded embeddings give the
 * words of a group a feature in common, so that "cosy for cold evenings" finds what calls itself warm.
 * A word may stand in several groups; singular and base forms are enough.
 */
const groups = [
  "warm warmth cold winter cosy cozy snug insulated insulation thermal fleece down wool woollen snow freezing chilly frost ski",
  "rain rainy waterproof weatherproof wet shower shell downpour water-repellent splash dry storm",
  "summer hot light lightweight airy breathable cool linen beach sun",
  "run runner running jog jogging marathon race sprint trail track",
  "hike hiking walk walking trail mountain trek trekking outdoor outdoors wilderness",
  "camp camping tent sleep outdoors outdoor sleeping festival campsite",
  "climb climbing harness rope crag boulder rock",
  "gym fitness workout exercise training strength muscle dumbbell weight weights",
  "yoga stretch stretching pilates meditation mat",
  "bike bicycle cycle cycling cyclist commute commuter ride",
  "shoe shoes footwear sneaker sneakers trainer trainers boot boots",
  "jacket coat parka anorak shell outerwear",
  "sweater jumper pullover knit cardigan hoodie sweatshirt",
  "trousers pants jeans chinos denim",
  "shirt tee t-shirt tshirt top blouse",
  "dress gown skirt",
  "sock socks stockings",
  "scarf shawl wrap",
  "headphones headphone headset earphones earbuds earbud",
  "music audio sound listen listening song speaker podcast bass hi-fi",
  "quiet silent noise noise-cancelling silence hush calm peaceful",
  "laptop notebook computer pc ultrabook",
  "tablet e-reader ereader ebook screen read reading",
  "monitor screen display",
  "keyboard typing type keys mechanical",
  "mouse trackball pointer click",
  "office desk work working workstation home-office job",
  "video call meeting webcam camera conference stream streaming zoom",
  "charge charger charging battery power powerbank portable",
  "travel trip holiday vacation journey flight plane abroad tourist",
  "watch wrist smartwatch wearable heart-rate tracker",
  "clean cleaning vacuum hoover dust dirt crumbs floor tidy",
  "carpet rug mat floor",
  "air purifier humidifier allergy allergies pollen dust breathe fresh",
  "tea coffee kettle brew espresso grinder cup mug breakfast",
  "cook cooking kitchen chef recipe recipes pan pot cookware bake baking meal dinner food",
  "knife knives cut cutting chop slice blade",
  "smoothie blender blend mix shake juice",
  "bed bedroom duvet blanket quilt sleep night pillow",
  "lamp light lighting torch headlamp bright dark illuminate glow",
  "shelf shelves storage bookcase furniture organise organize store",
  "book novel read reading story author pages literature",
  "crime detective murder mystery thriller suspense",
  "space science-fiction sci-fi galaxy stars planet future alien",
  "garden gardening plant plants grow flowers vegetable soil",
  "history historical past century war ancient",
  "poem poems poetry verse",
  "life biography memoir portrait",
  "map maps atlas geography world country",
  "code coding program programming programmer software developer learn beginner",
  "child children kid kids toddler picture bedtime",
  "essay essays thoughts ideas",
  "drink bottle water hydrate hydration thirsty flask",
  "bag backpack rucksack pack luggage carry",
  "gift present birthday christmas",
  "cheap affordable budget inexpensive",
  "small compact mini portable pocket",
  "strong sturdy robust durable tough",
  "soft comfortable comfy cushioned gentle",
  "wireless cordless bluetooth cable-free",
  "fast quick rapid speed",
  "home house flat apartment living-room"
]

const senses: ReadonlyMap<string, ReadonlyArray<number>> = groups.reduce((known, line, group) => {
  for (const word of line.split(" ")) {
    known.set(word, [...(known.get(word) ?? []), group])
  }
  return known
}, new Map<string, ReadonlyArray<number>>())

/** Numbers of the groups a lower-case word belongs to, by the word itself or its singular. */
export const sensesOf = (word: string): ReadonlyArray<number> =>
  senses.get(word) ?? senses.get(word.replace(/e?s$/, "")) ?? []
