import type { Department } from "./Department.ts"

/** Catalogue data of the category Books. Read the constraints in `Department` before a change. */
export const books = {
  brands: ["Lantern Quay", "Umberfield", "Ninth Gable"],
  models: [
    "The Amber Hour",
    "A Borrowed Coast",
    "The Copper Orchard",
    "Distant Kitchens",
    "The Eleventh Door",
    "Far Meadows",
    "The Glass Ferry",
    "Half a Winter",
    "The Ink Garden",
    "Jackdaw Lane",
    "The Long Pier",
    "Morning in Umber"
  ],
  colours: ["linen", "paperback", "half-cloth"],
  openingSentences: [
    "A book to read slowly.",
    "For readers who like to look things up.",
    "New in this edition, with an index.",
    "A good present, and a better companion.",
    "Written with care and printed likewise."
  ],
  entries: [
    {
      kind: "Cookbook",
      name: "The Slow Pantry Cookbook",
      brand: "Lantern Quay",
      priceCents: 2750,
      description:
        "A hundred and twenty recipes for a cupboard of beans, grains, oil and vinegar. Each recipe says what can wait overnight, what can be swapped, and what to do with the rest. Written for people who cook after work and like to eat well on Sunday, with photographs of the dishes as they really turn out.",
      specs: { Pages: "288", Binding: "hardcover", Recipes: "120", Illustrated: true },
      priceRangeCents: [1900, 4500],
      features: ["Every recipe names what can be swapped.", "Photographs of the dishes as they turn out."],
      praise: [
        "The bean stew alone is worth the price, we make it every week.",
        "Recipes are easy to follow and list what can be swapped.",
        "It lies open flat on the counter, a perfect kitchen book.",
        "Great photographs, and my plates look like them.",
        "The best present I gave this year."
      ],
      complaints: [
        "Half of the recipes need a day of soaking, too slow for weekdays.",
        "The binding is poor, pages came loose at the soups.",
        "Metric and cups are mixed up, a terrible edit."
      ]
    },
    {
      kind: "Crime Novel",
      name: "The Tide Clerk Crime Novel",
      brand: "Ninth Gable",
      priceCents: 1490,
      description:
        "A clerk who records the tides finds a name in the margin of 1911, and a body that fits it. A quiet, wet, clever mystery.",
      specs: { Pages: "352", Binding: "paperback", Language: "English", "First in a series": true },
      priceRangeCents: [1200, 2400],
      features: ["The solution is fair: every clue is on the page.", "Set in a harbour town out of season."],
      praise: [
        "I read it in two nights, the ending is perfect.",
        "Great atmosphere, you can smell the harbour.",
        "Every clue was there and I missed them all: excellent.",
        "Easy to read and hard to put down."
      ],
      complaints: [
        "The first hundred pages are slow, nothing happens.",
        "The translator's English is bad, sentences limp.",
        "I guessed the murderer early and was disappointed."
      ]
    },
    {
      kind: "Space Opera",
      name: "A Harbour for Comets Space Opera",
      brand: "Umberfield",
      priceCents: 1890,
      description:
        "Three crews race to a station that should not exist. Big ships, small kindnesses, and a war that nobody admits to.",
      specs: { Pages: "544", Binding: "paperback", Language: "English", "Map inside": true },
      priceRangeCents: [1400, 2900],
      features: ["A map and a list of crews are inside.", "Part one of three, complete in itself."],
      praise: [
        "Amazing scale and yet I love every one of the crew.",
        "The best space opera I read this year.",
        "Fast plot, and solid science for once.",
        "Worth it for the station alone."
      ],
      complaints: [
        "Too many names, the middle is slow.",
        "The glued binding is flimsy, my copy split.",
        "The ending is a waste: read the next volume to know anything."
      ]
    },
    {
      kind: "Gardening Guide",
      name: "The Patient Border Gardening Guide",
      brand: "Lantern Quay",
      priceCents: 2400,
      description:
        "Month by month through a border that needs little water and less work, with planting plans for sun, shade and clay.",
      specs: { Pages: "224", Binding: "hardcover", Illustrated: true, "Planting plans": "18" },
      priceRangeCents: [1500, 3900],
      features: ["Month by month through the year.", "Planting plans for sun, shade and clay."],
      praise: [
        "The plans are easy to copy, my clay border is alive.",
        "Excellent drawings, clear advice, no product placement.",
        "I love the chapter on doing nothing in autumn.",
        "Reliable: everything flowered when it says."
      ],
      complaints: [
        "Only for mild climates, useless up here in the snow.",
        "The photographs are poor and dark.",
        "My copy arrived scratched with a bent corner."
      ]
    },
    {
      kind: "History",
      name: "Salt Roads: A Short History of Inland Trade",
      brand: "Umberfield",
      priceCents: 2600,
      priceBeforeSaleCents: 3200,
      description:
        "How salt, wool and rumours crossed a continent before the railway, told along eight roads that can still be walked.",
      specs: { Pages: "416", Binding: "hardcover", Maps: "22", Index: true },
      priceRangeCents: [1600, 4500],
      features: ["Told along roads that can still be walked.", "Maps in every chapter."],
      praise: [
        "Great storytelling, history with mud on its boots.",
        "The maps are excellent and make it easy to follow.",
        "Solid research, and never dry.",
        "Perfect for a long train journey."
      ],
      complaints: [
        "No footnotes, useless for my course.",
        "The last third is slow and repeats itself.",
        "Printing is bad, maps run into the fold."
      ]
    },
    {
      kind: "Poetry",
      name: "Small Hours: New and Collected Poetry",
      brand: "Ninth Gable",
      priceCents: 1550,
      description:
        "Poems for the time between the last bus and the first bird. Short enough to learn, odd enough to stay.",
      specs: { Pages: "128", Binding: "half-cloth", Language: "English", "Ribbon marker": true },
      priceRangeCents: [1200, 2600],
      features: ["Short enough to learn by heart.", "Printed on heavy paper with a ribbon."],
      praise: [
        "I love these, I know three of them by heart already.",
        "A perfect bedside book, soft-spoken and strange.",
        "Beautifully made, excellent paper.",
        "The best of his poems in one place."
      ],
      complaints: [
        "Too thin for the price, poor value.",
        "Half of it was in the last collection, disappointed.",
        "The ribbon fell out, bad binding."
      ]
    },
    {
      kind: "Biography",
      name: "The Bridge Builder: A Biography of Ines Calder",
      brand: "Lantern Quay",
      priceCents: 2200,
      description:
        "She drew bridges that others signed. The life of the engineer Ines Calder, from a ferryman's hut to the longest span of her time, told from letters that were found in a pier wall during repairs, forty years after her death.",
      specs: { Pages: "384", Binding: "hardcover", Photographs: "48", Index: true },
      priceRangeCents: [1500, 3900],
      features: ["Based on letters that were long lost.", "With 48 photographs."],
      praise: [
        "Amazing life, and told without pomp.",
        "Great mix of letters and engineering, easy to follow.",
        "I love how the bridges become characters.",
        "Excellent research, a worthy monument."
      ],
      complaints: [
        "The author guesses too much, poor sources in the middle.",
        "Slow start, sixty pages of ancestors.",
        "Photographs are bad, grey on grey."
      ]
    },
    {
      kind: "Atlas",
      name: "The Atlas of Quiet Places",
      brand: "Umberfield",
      priceCents: 4400,
      priceBeforeSaleCents: 4900,
      description:
        "Ninety places where you hear your own steps, each with a map drawn by hand and the way to get there by bus or boat.",
      specs: { Pages: "320", Format: "30 × 24 cm", "Hand-drawn maps": "90", Index: true },
      priceRangeCents: [2400, 4900],
      features: ["Maps drawn by hand.", "Every place can be reached without a car."],
      praise: [
        "The maps are amazing, I could look at them all evening.",
        "We went to three of the places and it was perfect.",
        "Heavy, solid, beautiful paper.",
        "A quiet book in the best sense."
      ],
      complaints: [
        "Too big to take along, and useless without coordinates.",
        "The bus lines are wrong for two places, bad.",
        "The cover was scratched when it arrived."
      ]
    },
    {
      kind: "Programming Primer",
      name: "First Loops Programming Primer",
      brand: "Ninth Gable",
      priceCents: 3400,
      description:
        "Programming for people who never have. Forty small projects, from a bill splitter to a weather log, without any jargon.",
      specs: { Pages: "304", Binding: "lay-flat", Projects: "40", "Solutions online": true },
      priceRangeCents: [2200, 4900],
      features: ["Forty small projects.", "Lies flat beside the keyboard."],
      praise: [
        "Finally a book that is easy without being childish.",
        "Great projects, my daughter finished twelve of them.",
        "It lies flat beside the keyboard, perfect.",
        "Excellent pace, and the answers are reliable."
      ],
      complaints: [
        "Several listings are broken, they do not run.",
        "Too slow for anyone who has seen a variable before.",
        "The index is useless, I never find a thing."
      ]
    },
    {
      kind: "Picture Book",
      name: "The Fox Who Counted Stars Picture Book",
      brand: "Lantern Quay",
      priceCents: 1390,
      description:
        "A fox cannot sleep and starts to count. A bedtime book for children from three, with a flap on every second page.",
      specs: { Pages: "32", Binding: "board", Age: "from 3", Flaps: true },
      priceRangeCents: [1200, 2200],
      features: ["A flap on every second page.", "Thick pages for small hands."],
      praise: [
        "Our son wants it every night, and so do I.",
        "Soft colours and a perfect last page.",
        "Thick pages, sturdy enough for a two-year-old.",
        "I love the owl. Great to read aloud."
      ],
      complaints: [
        "Two flaps were torn off within a day, flimsy.",
        "It smells bad, of glue.",
        "Very short for the money, a waste."
      ]
    },
    {
      kind: "Travel Guide",
      name: "Slow Trains of the North Travel Guide",
      brand: "Umberfield",
      priceCents: 1990,
      priceBeforeSaleCents: 2490,
      description:
        "Twenty-five journeys on lines that still stop at every village, with timetables, window seats and where to eat.",
      specs: { Pages: "256", Binding: "flexible", Journeys: "25", "Fold-out map": true },
      priceRangeCents: [1300, 2900],
      features: ["Tells the better window side.", "With a fold-out map."],
      praise: [
        "It tells you the better side of the train: perfect.",
        "We did two of the journeys, reliable to the minute.",
        "Easy to carry, great fold-out map.",
        "Best travel book on my shelf."
      ],
      complaints: [
        "Prices are old and two inns are closed, bad research.",
        "The fold-out map tore on the first day, flimsy.",
        "Useless for families, no word about luggage."
      ]
    },
    {
      kind: "Essays",
      name: "Notes from the Back Garden: Essays",
      brand: "Ninth Gable",
      priceCents: 1750,
      description:
        "Essays about small things seen for a long time: a wall, a wren, a neighbour's radio. Dry, warm and short.",
      specs: { Pages: "192", Binding: "paperback", Language: "English", "Signed edition": false },
      priceRangeCents: [1200, 2900],
      features: ["Twenty-one short pieces.", "Best read one a day."],
      praise: [
        "The piece on the wren is the best thing I read all year.",
        "Quiet, funny and perfect for the bus.",
        "I love the tone, like a good neighbour.",
        "Easy to dip into, worth keeping."
      ],
      complaints: [
        "Nothing happens, and slowly: disappointed.",
        "Print is poor, my copy has pale pages.",
        "Two essays were in the magazine before, bad value."
      ]
    }
  ]
} as const satisfies Department
