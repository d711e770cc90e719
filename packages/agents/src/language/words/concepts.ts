/** Words that mean about the same in a shop's chat, base forms. The first word names the class. */
const rows = `
price cost pricing expense rate tag figure
expensive pricey dear steep overpriced costly
cheap affordable inexpensive economical cheaply
cheaper lower reduced dearer
order purchase
parcel package packet shipment consignment pkg
arrive reach land
where locate location whereabouts
track trace follow
cancel revoke annul abort void scrap nix storno undo rescind retract
return exchange
refund reimburse reimbursement repay moneyback
review testimonial writeup
opinion view thought impression verdict consensus sentiment feedback experience reputation word
complain complaint criticism criticise gripe moan downside drawback flaw weakness con issue problem
praise pro strength upside advantage plus
customer buyer shopper user owner people folk other everyone everybody purchaser client reviewer
like love enjoy adore dig rave
stock inventory availability supply
available obtainable purchasable
warehouse depot deposit storehouse
restock replenish replenishment reorder
ship send deliver dispatch mail post
shipping delivery postage freight
carrier courier
fast quick quickly speedy soon rapid swift swiftly
coupon voucher
code promocode
discount rebate rabatt reduction markdown
deal offer promotion promo special bargain steal saving
sale clearance
loyalty reward membership fidelity
tier level rank step standing
gold silver bronze
trending trend popular bestseller hot hottest beloved demand
need require
want wish desire fancy
search look hunt seek shop browse
show display present list
find locate discover
give provide hand
tell inform advise
recommend suggest recommendation suggestion advice
check verify confirm validate test
buy get acquire grab cop snag
gift present
spec specification feature detail specs dimension measurement
information info data
account profile
address
history chart development evolution
compare comparison versus vs
similar alternative comparable substitute equivalent
cart basket trolley
checkout pay
good decent great nice solid awesome excellent fine
bad poor terrible awful horrible crap junk trash rubbish
worth legit reliable trustworthy
best top finest
worst lowest
new fresh
latest last newest recent
mistake accident wrong
may might
hello greetings hiya howdy hallo hola bonjour moin
bye goodbye ciao
thank merci danke gracias appreciate
weather rain temperature
joke poem story song essay
`

/** Class by word. */
export const concepts: ReadonlyMap<string, string> = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((row) => {
      const members = row.split(" ")
      return members.map((word): [string, string] => [word, members[0] ?? word])
    })
)
