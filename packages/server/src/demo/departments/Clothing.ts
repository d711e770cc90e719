import type { Department } from "./Department.ts"

/** Catalogue data of the category Clothing. Read the constraints in `Department` before a change. */
export const clothing = {
  brands: ["Fernmoor", "Oskaberg", "Tallow & Thread"],
  models: ["Alder", "Bracken", "Cove", "Dune", "Elm", "Fallow", "Grove", "Heather", "Isle", "Juniper", "Kelp", "Loch"],
  colours: ["navy", "moss", "charcoal", "oat", "rust", "slate"],
  openingSentences: [
    "Cut for everyday life and for weather.",
    "Made to be worn often and mended once.",
    "A plain piece that goes with the rest of the wardrobe.",
    "Softer after every wash.",
    "For cool mornings and long walks home."
  ],
  entries: [
    {
      kind: "Winter Jacket",
      name: "Oskaberg Nordvind Winter Jacket",
      brand: "Oskaberg",
      priceCents: 18900,
      description:
        "A winter jacket for wet cold and strong wind. The shell is waterproof with taped seams, the filling is recycled fibre that stays warm when damp, and the hood turns with your head. Two hand-warmer pockets, one large inner pocket for maps, and cuffs that fit over gloves.",
      specs: {
        Shell: "100 % recycled polyamide",
        Filling: "recycled polyester, 180 g/m²",
        Waterproof: true,
        "Comfort down to": "-18 °C",
        Colour: "midnight blue"
      },
      priceRangeCents: [9900, 25900],
      features: ["The filling stays warm when it gets damp.", "Taped seams keep wind and sleet out."],
      praise: [
        "Minus twelve and I was warm with just a shirt underneath, excellent.",
        "The hood is perfect, it turns with my head.",
        "Stitching is solid and the zip runs smoothly even with gloves.",
        "Light, soft inside and very comfortable on a bicycle.",
        "Best winter jacket I have owned, the pockets are where hands go."
      ],
      complaints: [
        "The zip was broken after two weeks, in the middle of January.",
        "The left seam leaks in real rain.",
        "The sleeves are short and the size runs small, I am disappointed."
      ]
    },
    {
      kind: "Rain Shell",
      name: "Fernmoor Drizzle Rain Shell",
      brand: "Fernmoor",
      priceCents: 11900,
      priceBeforeSaleCents: 14900,
      description:
        "A light rain jacket with underarm zips that packs into its own pocket. Taped seams, a peaked hood, free of PFAS.",
      specs: { Material: "recycled polyester", "Water column": "15,000 mm", Packable: true, Weight: "310 g" },
      priceRangeCents: [6900, 19900],
      features: ["Packs into its own pocket.", "Zips under the arms let the heat out."],
      praise: [
        "Two hours of rain and I was dry, great.",
        "It packs small, perfect for a bicycle bag.",
        "The underarm zips are worth it on climbs.",
        "Soft fabric that does not rustle, I love it."
      ],
      complaints: [
        "It leaks at the shoulders where the backpack sits.",
        "The hood is useless in wind, it blows right off.",
        "The zip is flimsy and caught the lining."
      ]
    },
    {
      kind: "Hoodie",
      name: "Tallow & Thread Hearthside Hoodie",
      brand: "Tallow & Thread",
      priceCents: 6400,
      description:
        "A heavy hoodie of organic cotton, brushed inside, with a lined hood and flat seams. Cut straight for all shapes.",
      specs: { Material: "100 % organic cotton", "Fabric weight": "420 g/m²", Unisex: true, Colour: "oat" },
      priceRangeCents: [3500, 9900],
      features: ["Brushed cotton on the inside.", "A lined hood that keeps its shape."],
      praise: [
        "So soft that my partner has taken it.",
        "Thick, solid fabric, it has not changed after ten washes.",
        "Comfortable at home and tidy enough for the office.",
        "The hood keeps its shape, great."
      ],
      complaints: [
        "It shrank in the first wash, sleeves are useless now.",
        "The cuffs wear out fast and look bad.",
        "Colour is nothing like the picture, I am disappointed."
      ]
    },
    {
      kind: "Jeans",
      name: "Tallow & Thread Millwright Jeans",
      brand: "Tallow & Thread",
      priceCents: 8900,
      description:
        "Straight jeans of 13-ounce denim with a little stretch. Made to be repaired: bar-tacked pockets, a spare button and a patch of the same cloth come with every pair, and our workshop will mend a torn knee for the cost of the postage.",
      specs: { Material: "98 % cotton, 2 % elastane", Fit: "straight", "Repair service": true, Colour: "indigo" },
      priceRangeCents: [4900, 13900],
      features: ["Bar-tacked pockets and a spare button.", "A little stretch for the bicycle."],
      praise: [
        "The fit is perfect at waist and thigh, rare for me.",
        "Sturdy denim that got better with every wash.",
        "Comfortable on a bicycle because of the stretch.",
        "The patch of spare cloth is a great idea and worth keeping."
      ],
      complaints: [
        "The dye stains everything light, terrible on a white sofa.",
        "A belt loop tore off after a week, poor stitching.",
        "They are uncomfortable when sitting, the rise is too short."
      ]
    },
    {
      kind: "Chinos",
      name: "Fernmoor Meadow Chinos",
      brand: "Fernmoor",
      priceCents: 6900,
      priceBeforeSaleCents: 8500,
      description:
        "Chinos of brushed cotton twill with a tapered leg and deep pockets. Soft from the first day, tidy enough for work.",
      specs: { Material: "97 % cotton, 3 % elastane", Fit: "tapered", "Machine washable": true, Colour: "moss" },
      priceRangeCents: [3900, 9900],
      features: ["Deep pockets that hold a phone.", "A tapered leg that needs no turning up."],
      praise: [
        "Soft from the first day and still tidy in the evening.",
        "The pockets are deep enough, I love that.",
        "Great colour, matches everything I have.",
        "Easy to iron and comfortable all day."
      ],
      complaints: [
        "The seat wore through in three months, poor cloth for the price.",
        "Size is wrong by a full number, a waste of a return trip.",
        "The button came off, the stitching is bad."
      ]
    },
    {
      kind: "T-Shirt",
      name: "Tallow & Thread Everyday T-Shirt",
      brand: "Tallow & Thread",
      priceCents: 2400,
      description:
        "A plain t-shirt of long-fibre organic cotton with a collar that stays flat. Pre-washed, so it keeps its size.",
      specs: { Material: "100 % organic cotton", "Fabric weight": "180 g/m²", "Pre-washed": true, Colour: "white" },
      priceRangeCents: [1500, 3900],
      features: ["Pre-washed, so it keeps its size.", "The collar stays flat."],
      praise: [
        "The collar is still flat after twenty washes, excellent.",
        "Soft, long enough and not see-through.",
        "I bought five more, the best basic shirt at this price.",
        "Perfect fit across the shoulders."
      ],
      complaints: [
        "It twists after washing, the side seam sits in front: poor.",
        "The fabric is thin and had a hole within a month.",
        "It smelled bad out of the bag and needed two washes."
      ]
    },
    {
      kind: "Linen Shirt",
      name: "Fernmoor Saltwind Linen Shirt",
      brand: "Fernmoor",
      priceCents: 7200,
      description:
        "A loose summer shirt of washed linen with shell buttons. Cool in the heat, better with every wash, and it needs no iron.",
      specs: { Material: "100 % linen", Buttons: "shell", Fit: "loose", Colour: "sea green" },
      priceRangeCents: [4500, 10900],
      features: ["Washed linen that needs no iron.", "Shell buttons, sewn on by hand."],
      praise: [
        "The only shirt that was comfortable at 35 degrees.",
        "Linen is soft from the start, no scratching.",
        "Easy: wash, hang, wear.",
        "Beautiful buttons and great finish."
      ],
      complaints: [
        "Two buttons fell off in the first week, terrible stitching.",
        "It is so wide that the size chart is useless.",
        "The colour washed out after a month, disappointed."
      ]
    },
    {
      kind: "Wool Socks",
      name: "Oskaberg Fjell Wool Socks",
      brand: "Oskaberg",
      priceCents: 1850,
      description:
        "Two pairs of merino socks with a padded sole and a flat toe seam. Warm in boots, still fine in city shoes.",
      specs: { Material: "70 % merino wool", Pairs: "2", "Padded sole": true, Sizes: "36 to 47" },
      priceRangeCents: [1500, 3200],
      features: ["Padded under heel and ball.", "A flat seam over the toes."],
      praise: [
        "Warm, soft and no smell after three days of hiking.",
        "The flat seam is perfect in tight boots.",
        "Worth the price, my old ones lasted four winters.",
        "Comfortable even in rubber boots."
      ],
      complaints: [
        "A hole at the heel after a month, poor for wool at this price.",
        "They felted in the wash and are useless now.",
        "They slide down in boots, uncomfortable."
      ]
    },
    {
      kind: "Sweater",
      name: "Oskaberg Skerry Sweater",
      brand: "Oskaberg",
      priceCents: 12900,
      priceBeforeSaleCents: 15900,
      description:
        "A round-neck sweater knitted in one piece from undyed lambswool. No side seams to rub, ribbed cuffs that hold, and elbows knitted double. The wool comes from three farms whose names are on the label.",
      specs: { Material: "100 % lambswool", Gauge: "7", Undyed: true, "Hand wash": true },
      priceRangeCents: [6900, 17900],
      features: ["Knitted in one piece, without side seams.", "The elbows are knitted double."],
      praise: [
        "Warm and solid, it feels like something to hand on.",
        "No itch at all, surprisingly soft for lambswool.",
        "The cuffs hold their shape, great knitting.",
        "I love that the farm is on the label."
      ],
      complaints: [
        "It scratches at the neck, uncomfortable without a collar.",
        "It pilled badly in a week, bad wool for that money.",
        "One sleeve is longer than the other, the worst finish I have seen."
      ]
    },
    {
      kind: "Dress",
      name: "Fernmoor Larkspur Dress",
      brand: "Fernmoor",
      priceCents: 9800,
      description:
        "A knee-length dress of flowing viscose with pockets, a belt of the same cloth and buttons down to the waist.",
      specs: { Material: "100 % viscose", Length: "knee", Pockets: true, Colour: "larkspur blue" },
      priceRangeCents: [4900, 15900],
      features: ["It has real pockets.", "A belt of the same cloth."],
      praise: [
        "It has pockets! I love this dress.",
        "The fabric is soft and falls perfectly.",
        "Comfortable for a whole wedding day, dancing included.",
        "Great colour, I was asked where it is from."
      ],
      complaints: [
        "The seam under the arm opened on the first evening, poor.",
        "It creases terribly, after an hour in the car it looked bad.",
        "The size runs large, I look like a tent."
      ]
    },
    {
      kind: "Scarf",
      name: "Tallow & Thread Windrow Scarf",
      brand: "Tallow & Thread",
      priceCents: 3800,
      priceBeforeSaleCents: 4800,
      description: "A long scarf of brushed lambswool in a quiet check, woven on old looms and fringed by hand.",
      specs: { Material: "100 % lambswool", Size: "190 × 35 cm", "Hand finished": true, Colour: "rust check" },
      priceRangeCents: [1900, 6900],
      features: ["Long enough for two turns.", "Woven on old looms."],
      praise: [
        "Very soft and long enough for two turns.",
        "Warm without being bulky, perfect under a coat.",
        "The check is lovely, great colours.",
        "It is worth every cent for a cold station platform."
      ],
      complaints: [
        "It sheds on everything, my coat looks terrible.",
        "It scratches, uncomfortable on bare skin.",
        "A thread was pulled when it arrived, bad finish."
      ]
    },
    {
      kind: "Sneakers",
      name: "Oskaberg Stride Low Sneakers",
      brand: "Oskaberg",
      priceCents: 9400,
      description: "Plain low sneakers of vegetable-tanned leather on a natural rubber sole that can be replaced.",
      specs: { Upper: "vegetable-tanned leather", Sole: "natural rubber", Resoleable: true, Colour: "off-white" },
      priceRangeCents: [4900, 15900],
      features: ["The sole can be replaced.", "A cork bed that takes the shape of your foot."],
      praise: [
        "Comfortable from the first day, no blisters.",
        "The leather is solid and looks better with age.",
        "Great with jeans and still fine at work.",
        "Easy to clean with a damp cloth."
      ],
      complaints: [
        "The sole came off after a month, terrible glue.",
        "They are uncomfortable at the heel, two plasters a day.",
        "One shoe arrived scratched at the toe."
      ]
    }
  ]
} as const satisfies Department
