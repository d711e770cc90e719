import type { Department } from "./Department.ts"

/** Catalogue data of the category Sports. Read the constraints in `Department` before a change. */
export const sports = {
  brands: ["Strydevale", "Corrigan Peak", "Tidewell"],
  models: [
    "Apex",
    "Boulder",
    "Cairn",
    "Drift",
    "Eddy",
    "Fell",
    "Gale",
    "Hollow",
    "Kestrel",
    "Ledge",
    "Moraine",
    "Summit"
  ],
  colours: ["black", "orange", "lime", "teal", "stone", "signal red"],
  openingSentences: [
    "For training, for travel, for bad weather.",
    "Tested by people who go out every day.",
    "Light where it can be, strong where it must be.",
    "Made for beginners who mean to stay.",
    "Simple gear for long seasons."
  ],
  entries: [
    {
      kind: "Trail Shoes",
      name: "Strydevale Ridge Runner Trail Shoes",
      brand: "Strydevale",
      priceCents: 11995,
      description:
        "Trail running shoes for roots, rock and wet meadows. Lugs of 5 mm grip on the way down, a plate under the forefoot keeps sharp stones away, and the tongue is sewn in so that no gravel gets inside. Roomy at the toes, firm at the heel, and made for feet that swell on long runs.",
      specs: { Drop: "6 mm", Lugs: "5 mm", Weight: "285 g", Waterproof: false, Colour: "stone and orange" },
      priceRangeCents: [6900, 17900],
      features: ["Lugs of 5 mm grip on wet ground.", "A plate protects the forefoot from stones."],
      praise: [
        "Grip on wet roots is excellent, I run downhill without fear.",
        "Comfortable from the first kilometre, room for my toes.",
        "Sturdy: 600 km and the lugs are still there.",
        "No gravel inside, the sewn-in tongue is perfect.",
        "Fast to dry after a stream."
      ],
      complaints: [
        "The heel rubs, uncomfortable after ten kilometres.",
        "The mesh was broken at the toe after a month.",
        "On wet stone the grip is poor, I slipped twice.",
        "Size runs small, I had to send them back."
      ]
    },
    {
      kind: "Yoga Mat",
      name: "Tidewell Stillwater Yoga Mat",
      brand: "Tidewell",
      priceCents: 4200,
      description:
        "A mat of natural rubber, 5 mm thick, that does not slip when hands get damp. Rolls out flat, comes with a strap.",
      specs: { Material: "natural rubber", Thickness: "5 mm", Size: "183 × 66 cm", "Strap included": true },
      priceRangeCents: [1900, 8900],
      features: ["Does not slip with damp hands.", "Rolls out flat at once."],
      praise: [
        "Great grip, even in hot classes.",
        "Thick enough for my knees, comfortable.",
        "Lies flat at once, I love that.",
        "Solid rubber, easy to wipe clean."
      ],
      complaints: [
        "The smell of rubber is terrible, weeks later still.",
        "It crumbles at the edges, poor for the price.",
        "It is slippery until worn in, useless for beginners."
      ]
    },
    {
      kind: "Dumbbells",
      name: "Strydevale Ironleaf Dumbbells",
      brand: "Strydevale",
      priceCents: 8900,
      priceBeforeSaleCents: 10900,
      description:
        "A pair of dumbbells that change from 2 to 10 kg with a turn of the handle. Rubber edges spare the floor and the neighbours.",
      specs: { Weight: "2 to 10 kg each", Steps: "2 kg", "Rubber edges": true, Handle: "knurled steel" },
      priceRangeCents: [2900, 24900],
      features: ["Weight changes with a turn of the handle.", "Rubber edges spare the floor."],
      praise: [
        "Changing the weight is fast and easy.",
        "Solid grip, the knurling is just right.",
        "They replaced a whole rack, worth the money.",
        "Quiet on the floor, my neighbours are grateful."
      ],
      complaints: [
        "A plate came loose in my hand, bad and dangerous.",
        "The scale is scratched off already.",
        "One handle was defective and turns freely."
      ]
    },
    {
      kind: "Tent",
      name: "Corrigan Peak Basecamp 2 Tent",
      brand: "Corrigan Peak",
      priceCents: 27900,
      priceBeforeSaleCents: 32900,
      description:
        "A tent for two with two doors and two porches, so that nobody climbs over anybody. Stands without pegs, goes up in the rain with the inner tent dry, and holds in storms that bend the poles. Weighs 2.3 kg and packs to the size of a loaf of bread.",
      specs: { Persons: "2", Weight: "2.3 kg", "Water column": "4,000 mm", "Free-standing": true },
      priceRangeCents: [12900, 34900],
      features: ["Two doors and two porches.", "The outer tent goes up first and keeps the inner dry."],
      praise: [
        "Up in four minutes in the rain, inside dry: excellent.",
        "It stood a night of storm on the coast, sturdy and quiet.",
        "Two doors are worth the extra grams.",
        "Best tent we have had, easy to pack again."
      ],
      complaints: [
        "The floor leaks at the seam, we woke up wet.",
        "A pole was broken on the second trip.",
        "The pegs are useless in hard ground and bend."
      ]
    },
    {
      kind: "Sleeping Bag",
      name: "Corrigan Peak Downdrift Sleeping Bag",
      brand: "Corrigan Peak",
      priceCents: 14900,
      description:
        "A down sleeping bag for three seasons, warm to 2 °C, wide at the knees for people who sleep on their side.",
      specs: { Filling: "recycled down, 550 cuin", "Comfort to": "2 °C", Weight: "980 g", "Two-way zip": true },
      priceRangeCents: [5900, 27900],
      features: ["Wide at the knees for side sleepers.", "Filled with recycled down."],
      praise: [
        "Warm at three degrees and still light, great.",
        "Room at the knees, perfect for side sleepers.",
        "Soft inside and small when packed.",
        "The zip never catches, excellent."
      ],
      complaints: [
        "I was freezing at eight degrees, disappointed.",
        "Feathers come out at every seam, poor.",
        "The zip is terrible and catches the lining."
      ]
    },
    {
      kind: "Bike Light",
      name: "Strydevale Beacon Bike Light",
      brand: "Strydevale",
      priceCents: 3600,
      description:
        "A front light of 80 lux that does not dazzle others. USB-C, eight hours, fits any handlebar without tools.",
      specs: { Brightness: "80 lux", "Run time": "8 h", Waterproof: true, Charging: "USB-C" },
      priceRangeCents: [1500, 8900],
      features: ["Does not dazzle others.", "Fits any handlebar without tools."],
      praise: [
        "Bright and even, I see every pothole.",
        "Easy to take off at the station.",
        "Survived a winter of rain, reliable.",
        "Solid mount, no shaking on cobbles."
      ],
      complaints: [
        "The rubber strap tore, flimsy.",
        "Water got in and now it is useless.",
        "The battery is bad in the cold, twenty minutes."
      ]
    },
    {
      kind: "Water Bottle",
      name: "Tidewell Coldwell Water Bottle",
      brand: "Tidewell",
      priceCents: 2800,
      description:
        "A steel bottle with a double wall: cold for 24 hours, hot for 10. The lid seals tight and comes apart for cleaning.",
      specs: { Capacity: "0.75 l", Material: "stainless steel", "Keeps cold": "24 h", "Leak-proof": true },
      priceRangeCents: [1200, 4900],
      features: ["Cold for 24 hours, hot for ten.", "The lid comes apart for cleaning."],
      praise: [
        "Ice was still there the next morning, amazing.",
        "Sturdy, one dent after many falls.",
        "The lid is easy to clean, no smell.",
        "It never leaked in my bag, reliable."
      ],
      complaints: [
        "It leaks, my notebook is ruined.",
        "The paint is scratched after a week.",
        "The water tastes bad, of metal."
      ]
    },
    {
      kind: "Backpack",
      name: "Corrigan Peak Switchback 32 Backpack",
      brand: "Corrigan Peak",
      priceCents: 12900,
      priceBeforeSaleCents: 15500,
      description:
        "A hiking backpack of 32 litres with an airy back, a hip belt with pockets and a rain cover in the base.",
      specs: { Volume: "32 l", Weight: "1.1 kg", "Rain cover": true, "Back length": "adjustable" },
      priceRangeCents: [4900, 22900],
      features: ["An airy back panel.", "Pockets on the hip belt."],
      praise: [
        "Comfortable with twelve kilos, the hip belt is excellent.",
        "My back stays dry, great ventilation.",
        "Solid zips and pockets where I need them.",
        "Perfect size for three days in huts."
      ],
      complaints: [
        "A shoulder strap tore on the second hike, poor stitching.",
        "The rain cover leaks and is too small.",
        "The frame presses, uncomfortable for small backs."
      ]
    },
    {
      kind: "Jump Rope",
      name: "Tidewell Tempo Jump Rope",
      brand: "Tidewell",
      priceCents: 1690,
      description: "A thin steel rope on ball bearings with cork handles. The length is set in seconds and stays.",
      specs: { Rope: "coated steel, 3 m", Handles: "cork", "Ball bearings": true, Weight: "180 g" },
      priceRangeCents: [1200, 3900],
      features: ["Runs on ball bearings.", "The length is set in seconds."],
      praise: [
        "Fast and even, double-unders at last.",
        "Cork handles are comfortable and do not slip.",
        "Easy to shorten, done in a minute.",
        "Solid little thing for the price."
      ],
      complaints: [
        "The coating wore off in a month, poor on asphalt.",
        "A bearing is broken and the rope twists.",
        "Handles are flimsy and too short."
      ]
    },
    {
      kind: "Headlamp",
      name: "Corrigan Peak Lodestar Headlamp",
      brand: "Corrigan Peak",
      priceCents: 4400,
      description:
        "A headlamp of 72 g with 350 lumens, a red light for the hut and a lock against switching on in the bag.",
      specs: { Brightness: "350 lm", Weight: "72 g", "Red light": true, Charging: "USB-C" },
      priceRangeCents: [1900, 8900],
      features: ["A red light for the hut.", "A lock against switching on in the bag."],
      praise: [
        "Light on the head and bright enough for night runs, great.",
        "The red light is perfect in a shared hut.",
        "The strap is soft and holds.",
        "Reliable in the cold, five hours on medium."
      ],
      complaints: [
        "The tilt hinge is flimsy and drops while running.",
        "One button for everything, a terrible design with gloves.",
        "It switched on in the bag, the lock is useless."
      ]
    },
    {
      kind: "Running Vest",
      name: "Strydevale Fleet Running Vest",
      brand: "Strydevale",
      priceCents: 7900,
      priceBeforeSaleCents: 9500,
      description:
        "A running vest of 5 litres with two soft bottles in front. It sits close, does not bounce, and dries overnight.",
      specs: { Volume: "5 l", Bottles: "2 × 500 ml", Weight: "190 g", "Whistle included": true },
      priceRangeCents: [3900, 14900],
      features: ["Two soft bottles in front.", "Sits close and does not bounce."],
      praise: [
        "No bouncing, even with full bottles, excellent.",
        "Pockets are easy to reach while running.",
        "Soft edges, no rubbing on a marathon.",
        "Great fit after adjusting it once."
      ],
      complaints: [
        "A bottle leaks at the valve.",
        "The seam rubs at the neck, uncomfortable.",
        "The zip was broken on the first run."
      ]
    },
    {
      kind: "Climbing Harness",
      name: "Corrigan Peak Granite Climbing Harness",
      brand: "Corrigan Peak",
      priceCents: 6900,
      description: "A padded harness for halls and long routes with four gear loops and buckles that close themselves.",
      specs: { Sizes: "XS to XL", "Gear loops": "4", Weight: "390 g", "Auto-locking buckles": true },
      priceRangeCents: [4500, 12900],
      features: ["Buckles that close themselves.", "Four gear loops."],
      praise: [
        "Comfortable at hanging belays, the padding is excellent.",
        "Buckles are easy and safe, a great first harness.",
        "Gear loops are sturdy and hold their shape.",
        "Light and solid, worth the price."
      ],
      complaints: [
        "The leg loops slip, uncomfortable on the wall.",
        "The stitching of a gear loop opened, poor.",
        "Size chart is useless, mine is far too big."
      ]
    }
  ]
} as const satisfies Department
