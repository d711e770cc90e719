/** Irregular forms of verbs and nouns, each with its base form. */
const pairs = `
bought:buy went:go gone:go got:get came:come sent:send paid:pay spent:spend said:say told:tell sold:sell made:make
found:find thought:think took:take taken:take gave:give given:give kept:keep wore:wear saw:see seen:see knew:know
known:know felt:feel meant:mean lost:lose chose:choose chosen:choose began:begin children:child men:man women:woman
feet:foot teeth:tooth knives:knife shelves:shelf scarves:scarf wives:wife lives:life is:be are:be am:be was:was
were:was been:be being:be has:have had:have having:have does:do did:did doing:do done:done us:us held:hold
heard:hear wrote:write written:write slept:sleep threw:throw thrown:throw blew:blow blown:blow froze:freeze
laid:lay learnt:learn understood:understand withdrew:withdraw withdrawn:withdraw burnt:burn overcharged:overcharge
ate:eat eaten:eat drank:drink drew:draw drawn:draw drove:drive driven:drive fell:fall fallen:fall fed:feed flew:fly
flown:fly forgot:forget forgotten:forget grew:grow grown:grow hid:hide hung:hang lent:lend lit:light
met:meet misled:mislead mistaken:mistake mistook:mistake ran:run rang:ring rung:ring rode:ride ridden:ride
risen:rise sang:sing sung:sing sank:sink sunk:sink sat:sit shaken:shake shook:shake shone:shine shown:show
shrank:shrink shrunk:shrink slid:slide spoke:speak spoken:speak spelt:spell spilt:spill spoilt:spoil sprang:spring
sprung:spring stole:steal stolen:steal stood:stand struck:strike stung:sting swept:sweep swore:swear sworn:swear
swam:swim swum:swim swung:swing taught:teach caught:catch tore:tear torn:tear woke:wake woken:wake wove:weave
woven:weave brought:bring became:become begun:begin bent:bend bitten:bite bred:breed dealt:deal dug:dig
dreamt:dream fought:fight forgave:forgive forgiven:forgive gotten:get knelt:kneel leant:lean leapt:leap
overcame:overcome proven:prove rebuilt:rebuild resold:resell rewritten:rewrite rewrote:rewrite sewn:sew sown:sow
spun:spin stank:stink strove:strive undid:undo undone:undo undertook:undertake undertaken:undertake
underwent:undergo upheld:uphold wept:weep misunderstood:misunderstand mislaid:mislay arose:arise arisen:arise
awoke:awake tied:tie died:die lied:lie dying:die lying:lie tying:tie dried:dry fried:fry cried:cry spat:spit
redid:redo redone:redo unwound:unwind clung:cling crept:creep fled:flee smelt:smell mowed:mow sawn:saw using:use
goes:go owing:owe owed:owe tried:try
drunk:drink frozen:freeze sought:seek shot:shoot broke:break hidden:hide rose:rise built:build
`

/** Base form by irregular form. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)])
)
