/** Words that mean about the same in a shop's chat, base forms. The first word names the class. */
const rows = `
price cost pricing expense tag figure retail
expensive pricey dear steep overpriced costly
cheap affordable inexpensive economical cheaply low
cheaper lower reduced dearer
order purchase
parcel package packet shipment consignment pkg box stuff
arrive reach land
where locate location whereabouts whither
track trace follow
cancel revoke annul abort void scrap nix storno undo rescind retract terminate
return exchange
refund reimburse reimbursement repay moneyback
review testimonial writeup
opinion view thought impression verdict consensus critic critique sentiment feedback experience reputation perception judgement assessment vibe
complain complaint criticism criticise criticize gripe moan grumble
con downside drawback flaw weakness disadvantage shortcoming negative
pro strength upside advantage praise positive
issue problem trouble fault defect
customer buyer shopper user owner people folk other everyone everybody purchaser client reviewer reader crowd public somebody anyone anybody other
like love enjoy adore dig rave appreciate
stock inventory supply assortment
available obtainable purchasable deliverable
availability avail
warehouse depot deposit storehouse facility
left remain remaining
restock replenish replenishment resupply refill batch
ship send dispatch mail post convey transport
deliver delivery
shipping postage freight
carrier courier
fast quick quickly speedy rapid swift swiftly
soon shortly promptly
coupon voucher
code promocode
discount rebate rabatt reduction markdown
deal offer promotion promo promotional special bargain saving
sale clearance
loyalty fidelity
membership member vip
reward benefit perk privilege bonus
tier level rank step standing
gold silver bronze
trending trend hype vogue
popular beloved sought wanted demand demanded
bestseller hit bestselling
hot hottest
need require
want wish desire fancy
search look hunt seek shop browse
show display present
list enumerate
find discover
give provide hand furnish supply fetch
tell inform advise enlighten explain
recommend suggest recommendation suggestion advice propose rec
check verify confirm validate test ascertain examine inspect
buy acquire grab cop snag procure
gift present
spec specification feature dimension measurement characteristic property particular
detail info information data lowdown rundown
account profile
address
history chart development evolution curve record
develop change fluctuate move
compare comparison versus vs contrast
similar comparable equivalent akin
alternative substitute replacement
cart basket trolley
checkout pay
good decent great nice solid awesome excellent fine brilliant superb fab
bad poor terrible awful horrible crap junk trash rubbish garbage lousy
worth legit reliable trustworthy
best top finest
worst
lowest minimum
highest maximum
new fresh brand-new
newest latest
last recent previous past
mistake accident
may might
hello greetings hiya howdy hallo hola bonjour moin
bye goodbye ciao farewell cheerio toodles adios
thank merci danke gracias
weather rain temperature snow forecast
joke poem story song essay haiku riddle
satisfied happy content pleased delighted
everything all
say report write claim state mention
reckon think find
when
currently presently now
obliged grateful appreciate
wonder curious
know understand learn
back again
until till
missing short
how
movie film restaurant recipe
president election politics politician minister
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
