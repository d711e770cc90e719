/**
 * Words that are never part of what a customer calls a product: small words, verbs of asking, and the words by which
 * a wish is recognised. Base forms.
 */
const text = `
a an the this that these those some any every each all both either neither no none another other others such same own
i me my mine myself you your yours yourself he him his she her hers it its itself we us our ours they them their theirs one who whom whose which what
be am is are was do did have will would shall should can could may might must ought need dare get got let
not never nor and or but if unless because since as than then so though although while whereas plus also too either else
of in on at by for with without from to into onto upon off out up down over under above below between among around about against during before after until till within beyond near through across along behind inside outside via per toward towards than regarding concerning
when where why how whether here there now today tomorrow yesterday tonight soon already yet still again ever just only really actually very quite rather pretty too much many more most less least few lot bit little enough even almost nearly maybe perhaps possibly probably exactly currently moment right away
please thanks thank hello hey hi ok okay yes well oh um hm hmm lol haha wow anyway basically honestly literally simply kindly sorry excuse dear sir madam
want wish like love would prefer need require look looking search find show see view give tell let help know think say mean ask wonder wondering guess hope believe suppose try trying go going come make take bring put keep use
buy purchase order get sell carry stock offer provide have check verify confirm recommend suggest advise browse pick choose select compare list display open read pull print describe explain inform present
price cost pricing expensive cheap cheaper cheapest affordable pricey dear dollar buck usd euro money budget spend charge fee afford worth value damage discount discounted sale deal offer promotion promo coupon voucher code bargain reduced
stock available availability inventory warehouse restock restocked left remain remaining sold supply unit piece quantity quantities amount
ship shipping shipped deliver delivery deliverable arrive arrival send dispatch post postage courier carrier overnight express standard fast faster fastest quick quickly long day week month year time hour minute weekend monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december
track tracking status parcel package packet shipment order purchase delivery cancel cancellation return refund exchange
review rating rate rated star opinion sentiment feedback people customer buyer user owner reviewer complain complaint verified helpful positive negative bad worst best better good great nice decent okay fine top highest lowest newest latest recent recently last first second third next previous
popular trending trend bestseller best-seller hot hottest bestselling selling
history change changed develop development drop dropped usual usually average lately normal normally
product products item items thing things stuff article articles option options choice model version kind type sort category department section brand something anything everything nothing someone anyone everyone somebody anybody
detail details information info data spec specs specification specifications feature features description about question
guy guys friend hi there sure lot bunch couple pair pairs piece pieces
seem look feel expect happen work works working valid apply applied accept redeem
plan consider decide interested interest thinking thought curious idea chance possible possibly able
versus vs side low past pretend imagine genuine fake legit cheating properly according actual half heard hence bogus freight crowd opposite direction delay anytime altogether together total
tier level loyalty point points member membership reward perk gold silver bronze
cart basket checkout account profile
max maximum min minimum least most range around approximately roughly circa about tops limit
kindly hereby herewith urgently immediately quickly asap
maybe wonder whether yes no none
will shall gonna wanna
advise estimate calculate quote
else instead different similar alternative alternatives equivalent
new old used
available currently
dope cool awesome legit nah meh crap trash junk
region state coast area city country
catalogue catalog collection selection assortment shop store
ones laughing please cheers
program programme scheme seller supply back again away ago
kindly obliged grateful appreciate
been being so-called somewhat
part rest total sum
number no
polite politely built build broken-down mention mentions contain contains talk discuss backorder preorder reorder add adding added remove removing put chuck toss stick pop pack grab snag throw slap delete empty clear apply update increase reduce decrease lower raise modify adjust amend edit replace swap switch redirect reroute copy bear note initiate start process reserve weigh theory theoretically hypothetically ceiling issue release transfer complete finish finalize finalise submit place proceed activate enter unapply optimize optimise maximise maximize minimise qualify eligible eligibility fulfil fulfill fulfillment fulfilment plan draft reply respond response answer suspicious detect remember forget recall preference preferences invoice billing recipient revenue earnings turnover listing listings threshold scan bundle bundles bundled combo combine together formal friendly tone saving savings trolley bundling durability durable redeem quantity qty instead
wrong right
way ways
time times
quick quicker
happy satisfied
gone
say said
reader owner purchaser
buy buying
pro con pros cons
date due eta
mind minute second sec
recommendation rec recs
new
news update
idea ideas gift present
person human
friend
today's
hurry rush course tf wtf fr af deadass hell heck dude bro fam bloody freaking rabatt promotional presently
word catch holdup matter point verdict gist tea scoop skinny lowdown rundown fuss hype buzz story state situation estimate estimation receipt invoice address contents content facility list selection range record copy copies person folk overview summary breakdown
clearance sum bill charge fees fee cover
oh ah aha aw eh ew gee gosh hah heh hiya hmph mm mhm nope nah oops ooh ouch phew pfft psst ta tada tsk ugh uh uhh um umm whoa woah wow yay yo yeah yep yup aight smh ngl tbh omg rip fyi imo sup fam sumn smn innit lowkey highkey tho bruh sis bestie ok
tweak halt axe divert reschedule rectify earmark erase discard purge expunge deactivate unhook yank disregard refrain authorise authorize itemise itemize recap treble enclose disburse remit reside execute await trigger deduct revert disable tack rework rake jot apprise waitlist paperwork subtotal postcode exception taker earner gross payout payback pipeline cardholder consignee checkpoint takings taking held hear write understand owe pending upcoming discontinue retrieve tally dosh inactive applicable entitle expedite apologise apologize recognise allocate logistics online hotline login username typo kilometre likewise altogether anyhow ditto
`

/** The words as a set. */
export const stopWords: ReadonlySet<string> = new Set(text.trim().split(/\s+/))

/** Nouns that are too general to search for: what was said with them counts. */
export const generalNouns: ReadonlySet<string> = new Set(
  "range assortment catalogue collection gear equipment accessory appliance outfit wear clothing clothes gadget device electronics book apparel garment gift present idea good furniture".split(
    " "
  )
)
