import { type Category } from "@storefront/domain/Catalog"

/**
 * What shops of these departments commonly sell, singular. Only a hint: a noun that is missing here is still searched
 * for. Words that often mean something else ("guide", "set", "history") are left out or need their companion word.
 */
const rows: Readonly<Record<Category, string>> = {
  Electronics: `headphone headset earphone earbud earpiece airpod keyboard mouse mousepad monitor display laptop notebook
    computer pc tablet ipad smartwatch watch wristwatch wearable speaker soundbar webcam camera camcorder powerbank charger cable
    adapter battery phone smartphone cellphone tv television projector router modem printer scanner ereader kindle reader
    microphone mic console gamepad controller joystick drone ssd usb hub dock dongle stylus lens tripod gadget
    radio turntable amplifier subwoofer gps dashcam doorbell thermostat smartband`,
  Clothing: `jacket coat parka anorak raincoat windbreaker shell hoodie hoody sweatshirt jean denim chino trouser pant slack legging jogger
    shorts skirt dress gown tshirt tee shirt blouse polo sweater jumper pullover cardigan knitwear vest scarf glove mitten
    hat cap beanie sock stocking tight underwear bra boxer pajama pyjama robe sneaker shoe boot sandal slipper heel loafer kick
    trainer belt tie suit blazer swimsuit bikini raingear outfit garment apparel wardrobe shawl poncho fleece`,
  Home: `vacuum hoover cleaner kettle teapot purifier grinder lamp light lightbulb bulb duvet comforter blanket quilt pillow cushion sheet bedding mattress
    cookware pan pot saucepan skillet wok blender mixer toaster oven microwave shelf shelve bookshelf rack cabinet drawer
    rug carpet curtain humidifier dehumidifier diffuser knife cutlery fork spoon plate bowl mug cup glass dish towel candle
    vase mirror clock chair table sofa couch desk stool bench wardrobe fan heater iron ironing airfryer fryer juicer coffeemaker
    espresso teakettle freezer fridge refrigerator dishwasher broom mop bucket basket bin storage furniture appliance decor kitchenware
    thermos corkscrew peeler apron`,
  Sports: `dumbbell weight kettlebell barbell mat tent bag backpack rucksack daypack bike bicycle cycle helmet bottle flask canteen rope headlamp
    headlight torch flashlight harness carabiner crampon ski snowboard skate skateboard racket racquet ball football basketball
    goggle wetsuit paddle kayak surfboard treadmill rower elliptical hammock stove compass binocular pole
    shinguard glove jersey tracksuit sportswear gear equipment roller`,
  Books: `book cookbook novel thriller mystery opera poetry poem biography autobiography memoir atlas primer textbook encyclopedia
    dictionary guidebook comic manga anthology essay paperback hardcover ebook audiobook storybook fiction nonfiction
    fantasy romance diary journal magazine literature`
}

/** Department by noun. */
export const shopNouns: ReadonlyMap<string, Category> = new Map(
  (["Electronics", "Clothing", "Home", "Sports", "Books"] as const).flatMap((category) =>
    rows[category].split(/\s+/).map((noun): [string, Category] => [noun, category])
  )
)

const words = (text: string, category: Category): ReadonlyArray<[string, Category]> =>
  text.split(" ").map((word) => [word, category])

/** Words by which customers name a whole department. */
export const departments: ReadonlyMap<string, Category> = new Map([
  ...words("electronics electronic electronical tech technology gadget gadgets gizmo gizmos", "Electronics"),
  ...words(
    "clothing clothes apparel fashion garment garments wear menswear womenswear wardrobe outfit outfits",
    "Clothing"
  ),
  ...words(
    "home household homeware homewares housewares kitchen kitchenware furniture furnishing furnishings bedroom",
    "Home"
  ),
  ...words("sports sport sporting fitness outdoor outdoors athletic athletics gym sportswear camping hiking", "Sports"),
  ...words("books book reading literature", "Books")
])
