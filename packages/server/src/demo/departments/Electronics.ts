import type { Department } from "./Department.ts"

/** Catalogue data of the category Electronics. Read the constraints in `Department` before a change. */
export const electronics = {
  brands: ["Voltarra", "Kestrelon", "Nimbrix"],
  models: ["Arc", "Beam", "Cinder", "Delta", "Echo", "Flint", "Glint", "Halo", "Ion", "Joule", "Lumen", "Quill"],
  colours: ["black", "graphite", "silver", "sand", "forest green", "midnight blue"],
  openingSentences: [
    "Made to be used rather than set up.",
    "For desks, bags and long days.",
    "A quiet update of a well-known model.",
    "Plain outside, careful inside.",
    "Small enough to take along, good enough to keep."
  ],
  entries: [
    {
      kind: "Noise-Cancelling Headphones",
      name: "Kestrelon Hush 700 Noise-Cancelling Headphones",
      brand: "Kestrelon",
      priceCents: 24900,
      priceBeforeSaleCents: 29900,
      description:
        "Over-ear headphones that take the roar out of trains, planes and open offices. Eight microphones adapt the noise cancelling to the place you are in, the ear cups are soft enough for a working day, and one charge lasts 38 hours. Folds into a hard case; a cable for the plane is in the box.",
      specs: {
        "Battery life": "38 h",
        Weight: "254 g",
        Bluetooth: "5.3",
        "Noise cancelling": true,
        Colour: "graphite"
      },
      priceRangeCents: [8900, 34900],
      features: [
        "Adaptive noise cancelling quietens engines and chatter.",
        "Memory-foam ear cups stay comfortable for hours.",
        "Two devices can be connected at the same time."
      ],
      praise: [
        "The noise cancelling is excellent: on the train I hear my podcast and nothing else.",
        "They are so comfortable that I forget I am wearing them in long calls.",
        "Battery life is amazing, I charge them once a week.",
        "Bass is solid without drowning the voices.",
        "My commute is finally quiet, even next to the tram doors."
      ],
      complaints: [
        "After an hour the headband gets uncomfortable on the crown of my head.",
        "The touch control is slow and skips tracks when I only want to pause.",
        "In wind the microphones are noisy and callers ask me to repeat myself.",
        "The hinge feels flimsy and creaks when I put them on."
      ]
    },
    {
      kind: "Wireless Earbuds",
      name: "Nimbrix Pebble 3 Wireless Earbuds",
      brand: "Nimbrix",
      priceCents: 7990,
      description:
        "Small earbuds with a round case that fits a coin pocket. Seven hours of music, three more charges in the case, and splash-proof for rainy runs.",
      specs: {
        "Battery life": "7 h + 21 h in the case",
        "Water protection": "IPX5",
        Bluetooth: "5.3",
        "Wireless charging": true
      },
      priceRangeCents: [2900, 18900],
      features: ["Three sizes of silicone tips are in the box.", "The case gives three further charges."],
      praise: [
        "They stay in my ears on a run and the sound is great for their size.",
        "Pairing was easy, open the case and done.",
        "The case is sturdy and has survived my keys.",
        "Fast charging works: ten minutes were enough for a whole commute."
      ],
      complaints: [
        "The left one loses the connection, which makes them useless for calls.",
        "They are uncomfortable after half an hour, whatever tip I try.",
        "The lid of the case is flimsy and no longer closes."
      ]
    },
    {
      kind: "Mechanical Keyboard",
      name: "Voltarra K87 Mechanical Keyboard",
      brand: "Voltarra",
      priceCents: 8900,
      priceBeforeSaleCents: 11900,
      description:
        "A compact keyboard with 87 keys, an aluminium plate and switches that can be changed without soldering. White backlight, detachable USB-C cable, caps with lettering that does not wear off.",
      specs: {
        Layout: "US, 87 keys",
        Switches: "tactile, hot-swappable",
        Connection: "USB-C",
        Backlight: true,
        Weight: "820 g"
      },
      priceRangeCents: [5900, 18900],
      features: ["Switches can be changed without soldering.", "An aluminium plate keeps the typing feel firm."],
      praise: [
        "Typing on it is perfect, firm without being loud.",
        "The aluminium plate is solid, nothing flexes when I type fast.",
        "Swapping the switches was easy, even for a beginner.",
        "It is the best keyboard I have had at this price."
      ],
      complaints: [
        "The space bar rattles and it is far too noisy for a shared office.",
        "Two key caps arrived scratched.",
        "The software is terrible and forgets the lighting."
      ]
    },
    {
      kind: "Wireless Mouse",
      name: "Voltarra Drift Wireless Mouse",
      brand: "Voltarra",
      priceCents: 3990,
      description:
        "A quiet mouse for both hands with a metal wheel. Switches between three computers and runs for a year on one battery.",
      specs: { "Battery life": "12 months", Sensor: "4,000 dpi", "Silent buttons": true, Weight: "92 g" },
      priceRangeCents: [2900, 9900],
      features: ["The buttons click without a sound.", "A switch below changes between three computers."],
      praise: [
        "The clicks are so quiet that nobody in the library looks up.",
        "It fits my hand, very comfortable for a whole day of spreadsheets.",
        "Switching between laptop and desktop is fast and easy.",
        "The metal wheel feels solid."
      ],
      complaints: [
        "The wheel started to slip, now scrolling is useless.",
        "The shape is uncomfortable for large hands.",
        "It is slow to wake up, every single time."
      ]
    },
    {
      kind: "4K Monitor",
      name: "Nimbrix Vista 27 4K Monitor",
      brand: "Nimbrix",
      priceCents: 38900,
      priceBeforeSaleCents: 44900,
      description:
        "A 27-inch screen with 3840 × 2160 pixels, one USB-C cable for picture and power, and a stand that lifts, tilts and turns.",
      specs: { Diagonal: "27 in", Resolution: "3840 × 2160", "USB-C power": "65 W", "Height adjustable": true },
      priceRangeCents: [17900, 79900],
      features: ["One USB-C cable carries picture and power.", "The stand lifts, tilts and turns."],
      praise: [
        "Text is razor sharp, great for long days of reading code.",
        "One cable to the laptop and the desk is tidy: I love it.",
        "The stand is sturdy and easy to adjust.",
        "Colours looked excellent out of the box."
      ],
      complaints: [
        "There is a defective pixel in the middle of the screen.",
        "Backlight is poor in the corners, dark scenes look cloudy.",
        "It is slow to find the signal after sleep."
      ]
    },
    {
      kind: "Laptop",
      name: "Kestrelon Aerie 14 Laptop",
      brand: "Kestrelon",
      priceCents: 114900,
      description:
        "A 14-inch laptop of 1.2 kg for people who carry it every day. The battery holds for a working day of 13 hours, the fan stays off for writing and browsing, and memory and disk can be replaced with one screwdriver. Comes with 16 GB of memory and a 512 GB disk.",
      specs: {
        Screen: "14 in, 2240 × 1400",
        Memory: "16 GB",
        Storage: "512 GB",
        Weight: "1.2 kg",
        "Fan-less at idle": true
      },
      priceRangeCents: [59900, 129900],
      features: ["The battery lasts a full working day.", "Memory and disk can be replaced at home."],
      praise: [
        "It is fast, light and the battery really lasts a working day.",
        "The fan is so quiet that I had to check it is there.",
        "Keyboard is excellent and the screen is matt, perfect by the window.",
        "Reliable so far: three months without a single crash."
      ],
      complaints: [
        "The fan is noisy as soon as I join a video call.",
        "The lid was scratched when I took it out of the box.",
        "Speakers are poor, voices sound like a tin can."
      ]
    },
    {
      kind: "Tablet",
      name: "Nimbrix Slate 11 Tablet",
      brand: "Nimbrix",
      priceCents: 45900,
      description:
        "An 11-inch tablet for reading, drawing and films. The pen clings to the edge and charges there; four speakers, 10 hours of battery.",
      specs: { Screen: "11 in, 120 Hz", Storage: "128 GB", "Pen included": true, Weight: "478 g" },
      priceRangeCents: [14900, 79900],
      features: ["The pen charges at the edge of the tablet.", "Four speakers turn with the picture."],
      praise: [
        "Drawing with the pen is perfect, no lag at all.",
        "The screen is amazing for comics and recipes.",
        "My parents found it easy to set up.",
        "Sturdy enough for the kitchen."
      ],
      complaints: [
        "The pen fell off in my bag and was broken after a week.",
        "Updates are slow and the tablet gets warm.",
        "Only the first charge lasted, now the battery is bad."
      ]
    },
    {
      kind: "Smart Watch",
      name: "Kestrelon Orbit 2 Smart Watch",
      brand: "Kestrelon",
      priceCents: 19900,
      priceBeforeSaleCents: 23900,
      description:
        "A round watch with ten days of battery, GPS and a heart-rate sensor. Readable in the sun, waterproof to 50 metres.",
      specs: { "Battery life": "10 days", "Water protection": "5 ATM", GPS: true, Case: "44 mm" },
      priceRangeCents: [7900, 39900],
      features: ["The display can be read in full sun.", "Swims, runs and rides are recorded with GPS."],
      praise: [
        "Ten days of battery is no exaggeration, excellent.",
        "GPS finds its position fast, even between houses.",
        "Comfortable to sleep with, the strap is soft.",
        "It looks like a real watch and I love that."
      ],
      complaints: [
        "The step counter is useless, it counts when I wash the dishes.",
        "The strap is uncomfortable and left a red mark.",
        "The glass was scratched within a week."
      ]
    },
    {
      kind: "Portable Speaker",
      name: "Voltarra Thrum Portable Speaker",
      brand: "Voltarra",
      priceCents: 6900,
      description:
        "A speaker the size of a water bottle with a woven cover. Fifteen hours of music, floats in the pool, and two of them play in stereo.",
      specs: { "Battery life": "15 h", "Water protection": "IP67", Power: "20 W", "Stereo pairing": true },
      priceRangeCents: [3900, 22900],
      features: ["Waterproof, and it floats.", "Two speakers can be paired for stereo."],
      praise: [
        "Great sound for the size, the whole balcony hears it.",
        "It fell off the boat, floated and still plays: sturdy.",
        "Pairing two of them was easy.",
        "Fifteen hours are real, reliable for a weekend."
      ],
      complaints: [
        "At full volume the bass is poor and it distorts.",
        "The charging flap leaks after a swim.",
        "The power button is broken after a month."
      ]
    },
    {
      kind: "Webcam",
      name: "Nimbrix ClearDesk 1080 Webcam",
      brand: "Nimbrix",
      priceCents: 5490,
      description:
        "A webcam for video calls with a shutter you can see, two microphones and a clip that also fits a tripod.",
      specs: { Resolution: "1920 × 1080, 60 fps", "Privacy shutter": true, Microphones: "2", Cable: "1.8 m" },
      priceRangeCents: [2900, 14900],
      features: ["A sliding shutter covers the lens.", "The light correction copes with a window behind you."],
      praise: [
        "The picture is excellent even with a window behind me.",
        "Easy to set up, no driver needed.",
        "I love the shutter, one glance and I know it is off.",
        "The clip is sturdy on a thin laptop lid."
      ],
      complaints: [
        "In the evening the picture is terrible, all grain.",
        "The clip is flimsy and the camera nods when I type.",
        "The autofocus is slow and hunts during calls."
      ]
    },
    {
      kind: "Power Bank",
      name: "Voltarra Reserve 20K Power Bank",
      brand: "Voltarra",
      priceCents: 4500,
      description:
        "Charges a phone four times or a laptop once. 65 watts through USB-C, a display with the exact level, and small enough for hand luggage on any airline.",
      specs: { Capacity: "20,000 mAh", Output: "65 W", Ports: "2 × USB-C, 1 × USB-A", "Pass-through charging": true },
      priceRangeCents: [2900, 9900],
      features: ["Charges a laptop as well as a phone.", "A display shows the level in percent."],
      praise: [
        "It charged my laptop on a night train, worth the weight.",
        "The percentage display is great, no guessing with four dots.",
        "Charging is really fast with the right cable.",
        "Solid case, it survived a fall on concrete."
      ],
      complaints: [
        "It is heavy and slow to charge itself, a whole night.",
        "One of the ports was defective from the start.",
        "The display got scratched in my backpack."
      ]
    },
    {
      kind: "E-Reader",
      name: "Kestrelon Folio 7 E-Reader",
      brand: "Kestrelon",
      priceCents: 13900,
      description:
        "A seven-inch e-reader with page buttons and a warm front light. Weeks on one charge, waterproof for the bath, no advertising.",
      specs: { Screen: "7 in, 300 ppi", Storage: "32 GB", "Warm light": true, Weight: "195 g" },
      priceRangeCents: [7900, 27900],
      features: ["Page buttons for one-handed reading.", "The front light turns warm in the evening."],
      praise: [
        "The page buttons are the best thing about it, perfect in bed.",
        "Light and comfortable to hold with one hand.",
        "The warm light is soft on the eyes.",
        "Battery is amazing, four weeks and counting."
      ],
      complaints: [
        "Page turns are slow in large PDF files.",
        "The back is scratched easily, it looks old after a week.",
        "Loading my own books by cable was a waste of an evening."
      ]
    }
  ]
} as const satisfies Department
