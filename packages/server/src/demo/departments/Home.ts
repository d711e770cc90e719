import type { Department } from "./Department.ts"

/** Catalogue data of the category Home. Read the constraints in `Department` before a change. */
export const home = {
  brands: ["Brindlecote", "Hearthlow", "Puravelle"],
  models: [
    "Amble",
    "Bower",
    "Cinnamon",
    "Dovetail",
    "Ember",
    "Fable",
    "Gable",
    "Haven",
    "Ivory",
    "Larder",
    "Mellow",
    "Nook"
  ],
  colours: ["white", "cream", "anthracite", "sage", "copper", "terracotta"],
  openingSentences: [
    "For small flats and large families.",
    "Made for every day, not for the cupboard.",
    "A calm design that fits any room.",
    "Easy to clean and easy to repair.",
    "One of those things that simply work."
  ],
  entries: [
    {
      kind: "Cordless Vacuum",
      name: "Brindlecote Glide Cordless Vacuum",
      brand: "Brindlecote",
      priceCents: 32900,
      description:
        "A stick vacuum for flats with stairs and pets. The brush does not wind up hair, the head lights the floor in front of it, and the battery lasts 55 minutes and can be exchanged. Weighs 2.6 kg, hangs on the wall, and the bin empties with one push without a cloud of dust.",
      specs: {
        "Run time": "55 min",
        Weight: "2.6 kg",
        "Bin volume": "0.7 l",
        "Exchangeable battery": true,
        Noise: "72 dB"
      },
      priceRangeCents: [14900, 54900],
      features: ["The brush does not wind up hair.", "The battery can be exchanged."],
      praise: [
        "No more hair around the brush, amazing with two cats.",
        "Light and easy to carry up the stairs.",
        "The battery does the whole flat, fast and reliable.",
        "It is quiet enough to hear the radio.",
        "Emptying the bin is easy and clean."
      ],
      complaints: [
        "In boost mode the battery lasts eight minutes, useless for a house.",
        "It is noisy on tiles and the head rattles.",
        "The wall holder is flimsy and came off with the plaster.",
        "The bin flap was broken after two months."
      ]
    },
    {
      kind: "Kettle",
      name: "Hearthlow Whistler Kettle",
      brand: "Hearthlow",
      priceCents: 5900,
      description:
        "An electric kettle with a swan neck and five temperatures. Holds the heat for half an hour; steel inside, no plastic in the water.",
      specs: { Capacity: "1.2 l", Power: "1,800 W", Temperatures: "60 to 100 °C", "Keep warm": true },
      priceRangeCents: [2900, 11900],
      features: ["Five temperatures, from green tea to boiling.", "No plastic touches the water."],
      praise: [
        "Boils fast and pours exactly where I aim.",
        "The 80 degree setting is perfect for green tea.",
        "Quiet, sturdy and easy to clean.",
        "I love the long neck for filter coffee."
      ],
      complaints: [
        "The lid leaks when it is full.",
        "The handle gets hot, bad design.",
        "The switch was defective after three weeks."
      ]
    },
    {
      kind: "Air Purifier",
      name: "Puravelle Breeze 40 Air Purifier",
      brand: "Puravelle",
      priceCents: 17900,
      priceBeforeSaleCents: 21900,
      description:
        "Cleans the air of a room of 40 m² three times an hour. A real H13 filter, a night mode you do not hear, and no app needed.",
      specs: { "Room size": "40 m²", Filter: "H13", "Night noise": "24 dB", "App needed": false },
      priceRangeCents: [8900, 39900],
      features: ["Night mode at 24 decibels.", "The light shows how clean the air is."],
      praise: [
        "Night mode is really quiet, I sleep beside it.",
        "My hay fever is much better, worth it in May alone.",
        "Easy: one button, no account, no app.",
        "The filter change takes a minute."
      ],
      complaints: [
        "The replacement filters are expensive, a waste of money over a year.",
        "On the highest step it is noisy like a hairdryer.",
        "It smells of plastic, even after two weeks."
      ]
    },
    {
      kind: "Coffee Grinder",
      name: "Hearthlow Morning Mill Coffee Grinder",
      brand: "Hearthlow",
      priceCents: 8400,
      description:
        "A burr grinder with 40 steps from espresso to French press. Weighs the dose, grinds slowly and stays cool.",
      specs: { Burrs: "steel, 40 mm", Steps: "40", "Dose by weight": true, Hopper: "250 g" },
      priceRangeCents: [3900, 24900],
      features: ["Steel burrs, forty steps.", "Doses by weight."],
      praise: [
        "Even grounds and great coffee since day one.",
        "The dose by weight is perfect, the same cup every morning.",
        "Quiet enough not to wake the children.",
        "Solid build, the knob has a satisfying click."
      ],
      complaints: [
        "Grounds stick everywhere, cleaning is terrible.",
        "It is slow: a minute for two cups.",
        "The hopper was broken in the box."
      ]
    },
    {
      kind: "Lamp",
      name: "Brindlecote Lumen Arc Lamp",
      brand: "Brindlecote",
      priceCents: 7490,
      description:
        "A floor lamp whose arm swings over the sofa. Dims from reading light to candle with a turn of the base.",
      specs: { Height: "178 cm", Light: "2700 K, 800 lm", Dimmable: true, Shade: "linen" },
      priceRangeCents: [2500, 17900],
      features: ["Dims with a turn of the base.", "The bulb can be replaced."],
      praise: [
        "Soft, warm light, perfect for reading.",
        "Sturdy base, the cat has not managed to tip it.",
        "Easy to assemble, five minutes with one key.",
        "The linen shade looks more expensive than it was."
      ],
      complaints: [
        "The arm sinks during the evening, bad joint.",
        "The dimmer is noisy, a high hum all the time.",
        "The shade arrived scratched and bent."
      ]
    },
    {
      kind: "Duvet",
      name: "Puravelle Cloudrest Duvet",
      brand: "Puravelle",
      priceCents: 13900,
      description:
        "An all-season duvet in two halves that button together: a light one for summer, a medium one for spring, both for winter. Filled with fibre from plants, covered in cotton percale, and washable at 60 degrees, which makes it a good choice for people with allergies.",
      specs: {
        Filling: "plant-based lyocell",
        Cover: "cotton percale",
        "Washable at 60 °C": true,
        Size: "200 × 135 cm"
      },
      priceRangeCents: [6900, 24900],
      features: ["Two halves button together for winter.", "Washable at 60 degrees."],
      praise: [
        "Soft, light and warm enough in January.",
        "The two halves are a great idea, no second duvet in the cupboard.",
        "Comes out of the washer perfect, no lumps.",
        "The best sleep I have had in years."
      ],
      complaints: [
        "The buttons open at night, uncomfortable and annoying.",
        "The filling moved into the corners after one wash, poor.",
        "It rustles, I find it noisy."
      ]
    },
    {
      kind: "Cookware Set",
      name: "Hearthlow Copperline Cookware Set",
      brand: "Hearthlow",
      priceCents: 26900,
      priceBeforeSaleCents: 32900,
      description:
        "Two pots, a saucepan and a frying pan of three layers, with a copper core that spreads the heat evenly. For every stove, induction included, and for the oven up to 250 degrees. The lids pour and strain, the handles are riveted and stay cool.",
      specs: { Pieces: "7", Core: "copper", Induction: true, "Oven-safe to": "250 °C" },
      priceRangeCents: [9900, 64900],
      features: ["A copper core spreads the heat.", "Works on every stove, induction included."],
      praise: [
        "Even heat, nothing burns in the middle, excellent.",
        "The lids that strain are the best idea in years.",
        "Heavy, solid and easy to clean.",
        "Handles stay cool, I love cooking with it."
      ],
      complaints: [
        "The frying pan is scratched after one week of wooden spoons.",
        "A handle is loose, poor rivets for that money.",
        "Everything sticks, the pan is useless for eggs."
      ]
    },
    {
      kind: "Blender",
      name: "Hearthlow Vortex Blender",
      brand: "Hearthlow",
      priceCents: 10900,
      description:
        "A blender with a glass jug and six blades that crushes ice and makes hot soup. Cleans itself with a drop of soap.",
      specs: { Power: "1,200 W", Jug: "1.5 l glass", "Crushes ice": true, Programmes: "5" },
      priceRangeCents: [3900, 29900],
      features: ["The glass jug takes hot soup.", "A self-cleaning programme."],
      praise: [
        "Crushes ice in seconds, fast and even.",
        "Soup comes out perfect, no lumps.",
        "The glass jug is sturdy and does not smell.",
        "Cleaning is easy: soap, water, one button."
      ],
      complaints: [
        "It is so noisy that the dog leaves the house.",
        "The seal leaks at the bottom of the jug.",
        "The motor smelled burnt and was broken after a month."
      ]
    },
    {
      kind: "Wall Shelf",
      name: "Brindlecote Oakline Wall Shelf",
      brand: "Brindlecote",
      priceCents: 4900,
      description:
        "A floating shelf of solid oak, oiled, with hidden brackets that carry 20 kg. Screws and a drilling template are in the box.",
      specs: { Material: "solid oak", Width: "80 cm", Load: "20 kg", "Hidden brackets": true },
      priceRangeCents: [1900, 12900],
      features: ["Hidden brackets carry 20 kg.", "A drilling template is in the box."],
      praise: [
        "Real oak, sturdy, and the brackets are invisible.",
        "The template makes mounting easy.",
        "Looks great over the desk, perfect finish.",
        "It holds all my cookbooks, solid."
      ],
      complaints: [
        "The holes do not line up, a waste of an afternoon.",
        "The board is warped and the finish is poor.",
        "A corner was broken and the box too."
      ]
    },
    {
      kind: "Woven Rug",
      name: "Puravelle Drift Woven Rug",
      brand: "Puravelle",
      priceCents: 15900,
      priceBeforeSaleCents: 19900,
      description:
        "A flat-woven wool rug in the colours of a beach in winter. Lies still on its own, both sides can be used.",
      specs: { Material: "80 % wool, 20 % cotton", Size: "170 × 240 cm", Reversible: true, Colour: "sand and slate" },
      priceRangeCents: [4900, 39900],
      features: ["Both sides can be used.", "Flat woven, so doors pass over it."],
      praise: [
        "Soft under bare feet and the colours are lovely.",
        "Lies flat and still, great with a robot vacuum.",
        "A glass of wine came out, easy to clean.",
        "Solid weave, the chairs leave no mark."
      ],
      complaints: [
        "It sheds endlessly, I am disappointed.",
        "The corners curl and I trip over them, bad.",
        "The colour is nothing like the pictures, poor."
      ]
    },
    {
      kind: "Humidifier",
      name: "Puravelle Mistral Humidifier",
      brand: "Puravelle",
      priceCents: 6400,
      description:
        "Keeps the air of a bedroom at the level you set. Filled from above, silent at night, all parts go into the dishwasher.",
      specs: { Tank: "3.5 l", "Run time": "24 h", "Dishwasher-safe": true, Noise: "26 dB" },
      priceRangeCents: [2900, 14900],
      features: ["Filled from above.", "Keeps the humidity that you set."],
      praise: [
        "No more dry throat in the morning, great.",
        "Quiet, I forget that it runs.",
        "Filling from above is easy, no dripping tank.",
        "Reliable: it holds 45 percent all night."
      ],
      complaints: [
        "It leaks, the shelf below is ruined.",
        "The sensor is useless and shows 60 percent in any room.",
        "White dust on everything after a week, terrible."
      ]
    },
    {
      kind: "Knife Set",
      name: "Brindlecote Edgewise Knife Set",
      brand: "Brindlecote",
      priceCents: 11900,
      description:
        "A chef's knife, a bread knife and a paring knife of forged steel with handles of smoked oak, in a magnetic block.",
      specs: { Knives: "3", Steel: "X50CrMoV15", Hardness: "57 HRC", "Magnetic block": true },
      priceRangeCents: [3900, 24900],
      features: ["Forged from one piece of steel.", "A magnetic block keeps the edges."],
      praise: [
        "Tomatoes fall apart by looking at them, amazing edge.",
        "The balance is perfect, comfortable in a small hand.",
        "The block is sturdy and looks great.",
        "Easy to sharpen on a stone."
      ],
      complaints: [
        "Rust spots after one wash by hand, poor steel.",
        "The bread knife is useless on a crust.",
        "A handle was scratched and had a gap."
      ]
    }
  ]
} as const satisfies Department
