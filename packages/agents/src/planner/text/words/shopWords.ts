/**
 * Words that carry meaning in a shop's chat, and the small words around them: what a typing error is corrected to.
 * The more a word is used, the earlier it comes; of two equally near words the earlier one is meant.
 */
const text = `
what where when which how why who whose the this that these those there here their they them with without from into about
have has had does did doing don't would could should will shall can may might must want need like show find give tell look looking search get
please thanks thank hello hey good morning evening afternoon
my mine your yours our its it
order orders ordered ordering latest last newest recent recently previous first second third fourth fifth placed confirmed shipped delivered cancelled returned
status track tracking tracked parcel package shipment delivery deliver delivering deliveries arrive arrives arrived arriving arrival courier
cancel cancelling cancellation cancelation cancels return returning returns refund refunded refunds exchange replace replacement process processed processing withdraw
price prices pricing priced cost costs costing cheap cheaper cheapest expensive dearer lowest highest afford affordable budget spend spending spent
under below less than over above between around maximum minimum most least more dollars dollar bucks money
stock stocked available availability unavailable warehouse warehouses inventory left remaining sold restock restocked restocking restocks back again soon
ship ships shipping send sending overnight express standard fast faster fastest quick quickly long days weeks months week month year today tomorrow yesterday
review reviews reviewed reviewer rating ratings rated stars opinion opinions feedback people customers customer buyers buyer say saying think thinking complain complaints complaint praise sentiment worth quality satisfied happy recommend recommended recommendation recommendations suggest suggestion suggestions verified helpful negative positive worst best better bad
coupon coupons voucher vouchers code codes promo promos promotion promotions promotional discount discounts discounted deal deals sale sales offer offers bargain bargains special valid invalid expired work works working apply applies applied redeem usable
loyalty tier level status points point member membership programme program benefits benefit perks perk reward rewards gold silver bronze next upgrade reach
trending trend popular bestseller bestsellers bestselling selling seller sellers hottest everyone buying favourite favourites
history histories changed change changes development dropped drop dropping trend ever before usual usually average lately
account profile details detail information info personal data name settings
product products item items thing things stuff article articles catalogue collection selection range assortment brand brands
compare comparison difference similar alternative alternatives instead cart basket checkout checking bundle bundles carrier carriers backorder
category categories department section electronics clothing sports books kitchen
description specifications specification specs features feature material size sizes colour color weight battery waterproof
address reason because mistake wrong damaged broken defective
everything anything something nothing another others
current currently right moment still already yet just only really actually
contents include included inside purchase purchases purchased bought bring shopping
estimate calculate charges charge fee fees postage destination state region coast east west central
sort sorted filter list listing newest oldest
question wondering possible possibly maybe
one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand couple dozen pair pairs
cordless wireless bluetooth mechanical portable waterproof electric stainless cotton leather cooking gardening running camping hiking sleeping trail winter summer rain water coffee power travel
remember forget preference preferences recall budget size
remove removed update apply applying quantity billing invoice recipient shopping basket
eligible eligibility returnable initiate approved store credit original
optimize optimise savings qualify together combination
quality durability durable design value topics suspicious fake detect genuine trustworthy improving declining trend trends draft respond response reply formal friendly
revenue earnings listings inventory fulfillment fulfilment backordered carrier courier scan cheapest alternatives comparable
and also plus then than but not never none neither cannot
`

/** The words, most used first. */
export const shopWords: ReadonlyArray<string> = [...new Set(text.trim().split(/\s+/))]
