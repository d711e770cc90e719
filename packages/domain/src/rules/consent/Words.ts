import { type BindingAct } from "../../tools/Binding.ts"

/** English, whose rules need more than stems, and what other languages add to them. */

const goods = "(?:\\w+ )?(?:cart|basket|bag|trolley|lot|items?|things?|stuff)"
/** Not "all reviews". */
const all = `all(?= (?:of|in|that|this|these|those|them|it|now|please|right|with|via|and|for|(?:the |my )?${goods})(?![\\p{L}])|(?! ?\\p{L}))`
/** Not "order them by price", "take it out", "buy it later". */
const sold = `(?:it|this|that|them|these|those|everything|${all}|both|now|right away|(?:the|my|this|that) ${goods})(?![\\p{L}]| (?:off|out|away|back|down|into|slow|easy|later|tomorrow|next|done|at home|forward|compared|by (?:\\w+ )?(?:price|rating|date|name|brand|popularity|cheap|new|size|relevance)))`

const thing = "(?:it|this|that|them|both|(?:(?:the|my) )?(?:\\w+ )?(?:orders?|items?)(?: (?!not |never )\\S+)?)"

/** Not "my refund has not arrived": only what asks for it. */
const paidBack =
  "(?<!(?:about|any|no|what|which|where is my|where's my) )refund(?:ing)?(?!\\p{L}| (?:polic|status|has|have|hasn't|haven't|is|isn't|was|wasn't|did|didn't|not|never|still|arriv|came|missing|for order \\S+ (?:has|is|was|did))| (?:her|him|them)(?![\\p{L}]))|money back(?! guarantee)|reimburse|(?:give|hand|send|pay) (?:me|us) (?:back )?my money(?!'s)"

/** What asks for an act in English: its verbs, not its nouns ("my return", "the cancelled one"). */
export const english: { readonly [A in BindingAct]: string } = {
  order: `(?<!(?:at|during|after|before|from|in|of|until) )check ?out(?! (?:is|are|was|has|had|isn't|wasn't|hasn't|does|did|doesn't|didn't|won't|can't|fails?|failed|took|takes|keeps|never|still|always|gets|got|went|goes|hangs|hung|froze|freezes|stops|stopped|broke|crashes|crashed|error|process|experience|these|those|some|what|how|your|an?|our|more|other|(?:the|this|that|all)(?! (?:order|now|please|${goods}))|everything (?:about|on|there|you|that is))(?![\\p{L}]))|check (?:me|it|this|that|everything|my cart|the cart) out|(?:place|submit|complete|finish|finali[sz]e|confirm|put in|process|send off|(?:proceed|go ahead) with) (?:it as an |the |my |this |that |an )(?:\\w+ )?(?:order|purchase)(?! (?:cancell?ation|return|refund|has|was|is|went|got|came|will|arriv|ship|status|number|date|history))|(?:order|buy|purchase|(?<=(?:i'll|i will|we'll|we will|to|let's|please|just) )(?:get|take)) (?:me )?${sold}|(?:order|buy|purchase|cop|grab|snag) (?:(?:what|whatever|${all}|everything|the lot)(?! (?:reviews?|ratings?|prices?|deals?|info\\w*|details?|about|there is|you have|by)(?![\\p{L}])))|pay(?: for)? ${sold}|(?:proceed|go) to (?:the )?(?:payment|checkout)|make (?:an order|(?:an?|the|this|my) purchase)|place it(?! (?:in|into|on|to|at|under)(?![\\p{L}]))`,
  cancel: `cancel(?:l?|l?ations?(?! (?:fee|polic|is|are|was|were|has|have|took|takes|went)))(?!\\p{L})|(?:stop|scrap|kill|drop|delete|remove|withdraw|get rid of|take back|bin|ditch|abort|void|annul|revoke|undo|rescind|retract|scratch|trash|erase|wipe|nix|axe|nuke|storno|call off)(?: \\S+)? (?:\\S+ )?(?:\\S+ )?(?:order|purchase)|(?:scrap|kill|bin|ditch|axe|nix|undo|abort|nuke|trash|scratch|void|rescind|revoke|withdraw|get rid of|call off|pull the plug on) (?:it|that|this|the (?:whole )?thing)|call (?:it|(?:that|this|the|my)(?: \\S+)?) off|(?:drop|scrap|kill|stop|bin|ditch|axe|nix|void|withdraw) (?:number )?[0-9a-f]{8}-|(?:(?<!(?:would|could|might|may|will|'d|'ll) )(?:(?:has|have|needs?|ought) to (?:be|get)|must (?:be|get))|needs|order (?:needs|should be)) (?:cancell?ed|cancell?ing|stopped|scrapped|called off|calling off)|(?:get|have|want|need|like) ${thing} cancell?ed|(?:i'm|i am|mind|(?:(?:i|we)(?:'d| would)? (?:need|like|want)(?: some)? help|help (?:me|us))(?: with| in)?) cancell?ing`,
  readdress:
    "address|(?:change|correct|update|fix) (?:it|that|this)(?![\\p{L}])|redirect|reroute|re-route|forward|(?:ship|send|sent|deliver|mail|move|direct)(?:ed)?(?![\\p{L}])|go(?:es)? (?:to|elsewhere)|somewhere else|elsewhere",
  return: `(?<!(?<!\\p{L})(?:my|the|a|of|about|any|no|what|which|that|this|latest|last|free|on|in) )return(?!\\p{L}| polic| status| window| label| shipping| id| rate| flight| ticket)|(?:start|make|initiate|begin|request|open|arrange|set up|process|do|want|need|like|create|file|register|book|sort|sort out|get) (?:in )?(?:a |the |my )?return(?!s|ed| label)|(?:get|have|want|need|like) ${thing} returned|(?:i'm|i am|mind|help me) returning|(?:send|ship|bring|give|mail|take|hand)(?:ing)? (?!me |us )(?:\\S+ )?(?:\\S+ )?(?:\\S+ )?(?:\\S+ )?back(?! (?:out|up|in|into|to (?:me|us|my|the (?:cart|list|start|search)))(?![\\p{L}]))(?![\\p{L}])|${paidBack}`,
  refund: `${paidBack}|pay (?:me|it|that|my return) back|credit (?:me|my)|payback|pay ?out`
}

/** How a question in English speaks of an act. */
export const englishAsked: { readonly [A in BindingAct]: string } = {
  order: "order|check ?out|buy|purchase|pay",
  cancel: "cancel|call (?:it|this|that) off|stop",
  readdress: "address|ship|send|deliver|redirect|change|go to",
  return: "return|send (?:it|them|this|that|order|the|your) ?(?:\\S+ )?back",
  refund: "refund|pay (?:it|you|this|that) back|money back|reimburse"
}

/** "But" in other languages: behind a yes it takes some of it back. */
export const foreignBut = {
  separated:
    "aber|jedoch|allerdings|mais|cependant|pero|mas|porém|però|ma (?:non|prima|con|solo|aspett\\S*|poi|dopo|se|senza|il|la|lo|è|ho|voglio|vorrei|tieni|lascia)|maar|но|однако|ale|jednak|ama|fakat|tapi|tetapi|men(?= (?:jag|jeg|inte|ikke|först|først|vent|vänta|bara|kun|min|det|den|om|hvis))|nhưng|و?لكن|लेकिन|मगर",
  unspaced: "但|可是|不过|不過|でも|ですが|けど|하지만|그런데|근데|지만"
}

/** A clause that starts so asks for words in another language, with or without a question mark. */
export const foreignAsking =
  "(?:(?:und|aber|hallo|et|mais|bonjour|y|pero|hola|e|mas|ma|ciao|en|maar|и|а|но) )*(?:wo|wann|warum|wieso|weshalb|was|wer|wie (?:lange?|viel|oft|kann|geht|hoch)|ist (?:die|der|das|mein\\S*)|wurden?|où|quand|pourquoi|combien|quels?|quelles?|est-ce(?! que (?:vous|tu) )|dónde|donde|cuándo|cuánt\\S*|por qué|quién|cuál\\S*|onde|quanto|por que|dove|quando|waar|wanneer|waarom|hoe|где|когда|почему|сколько|gdzie|kiedy|dlaczego|nerede|ne zaman|neden|när|varför|hvornår|hvorfor|di ?mana|kapan|kenapa|mengapa|أين|متى|لماذا|कहाँ|कब|क्यों)(?![\\p{L}\\p{N}])"

/** Yes in English, right behind a question; the weak ones only by themselves or before a strong one. */
export const strongYes =
  "👍|✅|👌|100 ?%|aye|yessir|(?:please )?(?:continue|go on)|i (?:hereby )?(?:confirm|consent|authori[sz]e)(?: (?:this|it|you))?|i give (?:you )?my (?:ok|okay|consent|permission|approval)|roger(?: that)?|y|ya|yes+|yess+|yea|yeah|yep|yup|ye|sure thing|sure|go ahead|go for it|do it|do that|do so|make it so|make it happen|let'?s (?:do it|go)|please do|absolutely|definitely|certainly|indeed|totally|exactly|of course|by all means|sounds good|looks good|agreed|i agree|confirmed?|affirmative|deal|place it|order it|place the order|(?:please )?proceed|works for me|i(?:'d| would) (?:like|love) that|i do|i would|that(?:'s| is) (?:it|right|correct|fine|ok|okay|good|great|perfect)|correct|why not|that(?:'s| is) the one|that works|(?:that|it)(?:'d| would) be (?:great|good|nice|lovely|perfect|wonderful|fine|ideal|awesome)|for sure|(?:i )?(?:hereby )?(?:accept|approve)|accepted|approved|you have my (?:ok|okay|permission|consent|approval)|you (?:can|may) (?:go ahead|proceed|continue)|i(?:'m| am) (?:fine|good|ok|okay|happy) with (?:that|it|this)|(?:fine|ok|okay|good) (?:by|with) me|(?:change|update) it|all of it|the (?:whole|entire) (?:order|thing|lot)"
export const weakYes =
  "ok|okay|okey|k|kk|alright|all right|fine|good|great|perfect|right(?! (?:now|away))|go(?: on)?|please|bet|aight|cool"

/** "No", where it is a yes, or makes one surer. */
export const agreeable = "no (?:problem|doubt)|why not|without (?:a )?doubt|not a problem"
/** "No", where it says that nothing has to happen before. */
export const unhurried =
  "no (?:rush|hurry|worries)|no need to (?:ask|wait|hurry|rush|worry|confirm|check)(?: (?:me|again|first|about it|with me))*(?= *(?:[^\\p{L}\\p{N} ]|(?:just|please)(?![\\p{L}])|$))"

/** What takes some of a yes back. */
export const englishNo =
  "no|not|[a-z]{2,8}n't|never|nope|nah|except|only|without|nothing|none|wait|hold on|hang on|stop|never ?mind|forget|later|first|instead|rather|actually|unless|until|before you|yet|keep|keeping|kept"

/** Who may be heard instead of the customer. */
export const people =
  "he|she|they|me|you|everyone|everybody|somebody|someone|dad|daddy|father|mum|mom|mother|wife|husband|partner|boyfriend|girlfriend|son|daughter|brother|sister|friend|neighbou?r|boss|colleague|kids?|seller|agent|assistant|bot|support|courier|driver|manager|shop|store|bank"

/** Somebody else is heard: "they said", "says my husband". */
export const reports = {
  english:
    "^(?:says|said) .*|(?<!(?:^|[^\\p{L}])(?:i|we) )(?:said|says|saying|told (?:me|us)|wrote|writes|insists|claims)",
  separated:
    "sagt|sagte|meint|meinte|(?:il|elle|on|mari|femme|a) dit|disent|(?:me|él|ella|marido|mujer) dice|dicen|dijo|disse|diz|dizem|zegt|zei|говорит|сказал[аи]?|mówi|powiedział[ai]?|diyor|dedi|säger|sade|siger|sagde|sier|bilang|berkata|katanya|nói|bảo|يقول|تقول|قال|قالت|कहते हैं|कहता है|कहती है|कहा",
  unspaced: "(?<!我)[说說]|と言って(?:いた|います|いました)?|と言った|と言いました|라고 (?:했어요|해요|합니다|말했어요)"
}

/** Said of an act by whoever dares or mocks us. */
const mockery =
  "over my dead body|very funny|hilarious|see you in court|i dare you|at your (?:own )?(?:peril|risk)|psych|like you(?: (?:did|always|do|all)(?!\\p{L})|(?=[.!]*$))|why don't you|🙄"

/** What follows if we do it: "and I will sue you". Not "or I will sue you". */
export const threats =
  "(?:and )?(?:you|there)(?:'ll| will| are going to|'re going to) (?:\\S+ ){0,3}(?:regret|sorry|hear|pay for (?:this|that|it)|see|lose|trouble|consequences|hell)|and (?:i|we|my \\S+)(?:'ll|'m|'re| will| am| are| is) (?:\\S+ ){0,5}(?:sue|suing|report|complain|complaining|lawyers?|attorney|solicitor|court|police|never|review|chargeback|dispute|scream|kill|hate|cry)"

/** What is not the customer's own: "her order", "my neighbour's latest order", but not "yesterday's". */
const somebodys =
  "(?:his|her|their|(?!(?:yesterday|today|\\p{L}*(?:day|week|month|year|night|morning)|it|that|this|what|who|where|there|here|let|he|she|men|women|kid)'s)\\p{L}+'s)(?: \\S+){0,2} (?:order|purchase|parcel|return|refund)"

/** Whatever is spoken of so is not asked for. */
export const englishOpen = `if|whether|unless|suppose|supposing|hypothetically|theoretically|wonder(?:ing)?|might|maybe|perhaps|probably|possibly|consider(?:ing)?|thinking|not sure|unsure|undecided|in case|too late|what happens?|policy|fee|guess|tempted|how (?:to|do|does|can|could|would|i|you|one)|i (?:think|suppose|believe)|(?:wanted|planned|intended|meant) to|${somebodys}|before (?:you|i|we)|(?:was|were) (?:going to|about to|gonna)|once (?:i|it|we|they)|when (?:i|it|they)|ways? to|either|or (?:to |please |just )?(?:wait|hold|not|keep|later|leave|cancel|return|refund|exchange|replace|change|send|buy|order|pay)|doubt|daily|regularly|frequently|every (?:day|week|month|year|time)|all the time|(?:got|received|gave|given|gets|wants|wanted|promised|offered|granted|asked|demands|demanded|expects|needs|requested|denied|refused|rejected) (?:(?:for|me|us|him|her|them|back|an?|my|the|his|their|full|partial|already) ){0,4}(?:refund|money|reimburse\\S*|cancellation|return)|(?:sorted|grouped|ordered) by|feel(?! free)|(?:that|which) (?:i|we) (?:have|want|need|like) to|(?:people|customers|everyone|everybody|others|buyers) (?:\\S+ )?(?:get|gets|receive|want|wants)|in (?:a |an )?(?:table|list|json|csv|markdown)|almost|nearly|said|says|saying|(?<!for )my ?self|not(?=[.!]*$)|${mockery}|told (?:me|us)|asked (?:me|us)|culture|i(?:'d| would)(?! (?:really |also )?(?:like|love|prefer|want|appreciate|be (?:happy|glad|grateful|obliged|delighted)))|i (?:could|should|refuse|can't|cannot)(?! be (?:happy|glad|grateful|obliged|delighted))|forbid|(?:tried|trying|unable) to|button|function|feature|icon|menu|page|link|screen|website`

/** What may stand in front of anything that is said. */
export const openings =
  "and|so|but|ok|okay|k|well|hi|hey|hello|then|also|wait|oh|please|pls|just|yes|yeah|yep|sure|no|now|sorry|alright|fine|right|yo|thanks|today|[a-z]+ly"

/** What may stand between a verb and what takes it. */
export const between =
  "please|pls|plz|kindly|just|simply|also|now|then|really|very much|definitely|certainly|absolutely|actually|hereby|herewith|therefore|immediately|quickly|finally|rather|urgently|go(?: ahead| on)?|proceed|try|do"

/**
 * What takes a verb: none behind it is an order by itself. Not "they have to be cancelled", which speaks of what is to
 * be done.
 */
export const governors =
  "to|will|would|shall|should|could|can|may|might|must|did|does|(?!let's)[a-z]+'(?:ll|d|s|re)|i|you|u|he|she|(?:they|we)(?! (?:have|need|must|ought))|who|one|nobody|no one|somebody|someone|anybody|anyone|everybody|everyone|people|customers|buyers|others|clicked|pressed|hit|tapped|selected|chose|typed|type|write|wrote|print|spell|say|translate|define|than|already|never|always|often|usually|sometimes|ever|accidentally|is|was|were|(?:made|makes|had|[a-z]+ing) (?:me|us|him|her|them)|(?:heard|saw|watched|overheard|had|let) (?:the|my|your|an?) \\S+|neither|nor|or"

const atFirst = `(?<=^(?:(?:${openings}) )*)`
const ours = "(?:i|we)(?:'(?:d|ll|ve|m|re))?(?: (?:would|will|shall|do|am|are|have|must))?"
const wish = `(?:(?:want|wish|need|like|love|prefer|have|got|ask|beg|urge|tell|request|require|demand|expect|instruct|authori[sz]e|order|decided|ready|going|happy|glad|willing|obliged|forced|looking|trying|inclined|writing|calling|asking|insist|here|wnat)(?: (?:that |for )?(?:you|u)(?: to)?| to)|wanna|gonna|gotta|'ve to)`

/** Those by which somebody asks for what they take. */
export const wishes = `(?:can|could|would|will|won't|couldn't) (?:you|u|ya)|(?:${atFirst}(?:would )?|${ours} (?:(?:${between}) )*)${wish}(?: ${wish})?|${atFirst}(?:${ours}|we can|you (?:may|can|must|should|need to|have to)(?! \\S+ (?:orders|purchases|things|items|stuff)(?![\\p{L}]))|(?:(?:off|on|straight|over|time|it's time|continue|proceed|try|feel free|make sure|be sure|take me|bring me|get me) )?to)|as to|(?:kind|you mind|please) to|(?:(?:can|could|would|will) (?:you|u)(?: please| kindly)?|please|${atFirst}) ?help (?:me|us) to|(?:i|we)(?:'d| would)? (?:need|like|want)(?: some)? help to|(?:(?:my|our) (?:wish|request)|(?:all|what) (?:i|we) (?:want|need|ask)(?: for)?) is to|(?:can|could|would|will) (?:someone|somebody|anyone|anybody)|(?:go|proceed|on|off) to(?= (?:check ?out|payment))`

/** What makes a question a request. */
export const englishPlease = "please|pls|plz|kindly|(?:can|could|would|will|won't|couldn't|can't) (?:you|u|ya)|mind"

/** A clause that starts so asks for words, not for an act. */
export const englishAsking =
  "what|what's|how|how's|when|why|who|where|where's|which|should|do i|does|did|is|are|was|were|am i|(?:can|could|will|would|may|might) (?:i|we|it|my|the|an?|this|that|these|those|they|one)|would you (?:buy|purchase|take) (?:it|this|that|one)|has|have i|have you|show|list|tell|find|search|look|check(?! ?out| (?:me|my cart|the cart) out)|compare|explain|describe|give me (?:a|the) (?:list|overview)|let me (?:see|know)|any|know|inform|notify|advise|update me|keep me|(?:an |the )?(?:update|news|information|status|state)|(?:i|we)(?: (?:hereby|kindly|also|just|only|would|do))*(?:'d)? (?:request|require|wish|want|need|like|love|ask|demand|expect) (?:(?:you )?to (?:(?:be|get|stay) (?:kept )?(?:informed|notified|told|updated|advised|posted|shown)|inform|notify|advise|tell|update me|know|hear|learn)|(?:an|the|some|more) (?:update|information|info|news|status|state))"

const spokenOf =
  "(?:(?:the|my|a|an|that|this|your|our) )?(?:(?!to )\\S+ )?(?:refund|cancellation|check ?out)(?![\\p{L}])"

/** What only speaks of an act: "the status of my refund", "the refund amount", but not "go ahead with the refund". */
const onlySpoken = `(?:refund|return|cancel\\S*|check ?out|address(?: change)?) (?:status|amount|total|details?|estimate|dates?|options?|terms|label|info(?:rmation)?|policy|history|summary|fees?|window|deadline|instructions?)(?![\\p{L}])|(?:about|of|into|in|concerning|regarding|(?<!(?:ask|asking|apply|applying|request|requesting|proceed|ahead|continue|forward|on|insist) )(?:for|with|on)) ${spokenOf}|(?:estimate|calculate|track|verify|review|check|await|expect|see|find|explain|describe|understand|discuss|regret|appreciate|promised) ${spokenOf}`

/** What sounds like an act and is none: a property of headphones, a coupon, the shipping of an order. */
export const idioms = `${onlySpoken}|(?:cancel|scrap|scratch|drop|get rid of|take back|return) (?:(?:the|my|that|this) )?(?:(?:last|previous) )?(?:coupon|voucher|code|message|question|thought|(?:absolutely )?nothing|none|memory|note|subscription|newsletter|reminder|key|search|filter|cart|basket|shipping|delivery|express|overnight|refund|return|button|alert|request|call|favou?r|list|wish ?list|account|membership|appointment)(?![\\p{L}])|cancel (?:(?:the|my|that|this) )?(?:\\S+ )?(?:subscription|membership|account|appointment|alerts?|notifications?|insurance|trial|review|gift[- ]?wrap(?:ping)?|pick-?up|courier|address change)(?! (?:order|purchase))(?![\\p{L}])|un-cancel|take (?:it|this|that) (?:from here|up with)|noise[- ]cancel\\S*|cancel\\S* (?:activa |attiva |ativa )?(?:de|del|do|du) (?:ruidos?|ruídos?|rumore|bruit)|return to(?! (?:you|sender|the (?:shop|store|seller))(?![\\p{L}]))|return (?:me )?(?:(?:only|just|all|the|a|an|any|every|my|top|first|\\d+) )*(?:\\S+ )?(?:results?|lists?|names|values?|answers?|summary|table|overview|json|csv|data|details|info\\S*)(?![\\p{L}])|return all (?:\\S+ )?(?:products|reviews|prices|articles)(?! (?:from|in|of) (?:my|the|that|this|order))|return (?:me )?(?:the )?(?:(?:top|first|last) \\d+ (?!orders)|\\S+ (?:of|for) (?:my|the|that|this) order|(?:order )?(?:history|status|total|tracking)|everything (?:you|about)|true|false|null)|i(?:'ll| will| shall)?(?: \\S+)? return(?=[.!]*$)|i (?:take|took) (?:it|that|this) back|take that back|cancel (?:out )?(?:\\S+ )?noise|(?:undo|reverse|revert|prevent|against|object to|take back|deny|dispute|scratch|disregard|ignore|forget) (?:the |my |that |this )?(?:cancel|return|refund)|check ?out (?:\\S+ ){0,3}for (?:mistakes|errors|problems)|(?:address|ship|send|deliver)\\S*(?: \\S+)? (?:of|for|in|on) (?:my|the|this) (?:cart|basket|profile|account)`

/** What somebody who cancels or sends back says about the thing, and not about the act. */
export const reasons =
  "(?:it|this|that|they|these|those)(?:'s| is| are| was| were| does| do| did|'re)? ?(?:not|never|[a-z]{2,8}n't)|(?:do not|don't|didn't|no longer) (?:need|want|like|order|have use for) (?:it|this|that|them|these|those|the \\w+)|stop (?:it|that|the order)|no (?:use|good)"

/** An id behind these words is to be left alone. */
export const spares = "not|keep|leave|except|excluding|other than|apart from|besides|instead of|rather than"

/** What stands beside an id that only adds to what was said: "and also order …", "the number is …". */
export const besideId =
  "and|also|both|plus|too|as|well|with|together|all|the|my|order|orders|number|id|it|it's|that|that's|this|is|are|these|one|ones|namely|please|pls|thanks|thank|you|now"

/** What tells one order from others, so that it need not be one that was named before. */
export const oneOfSeveral =
  "first|second|third|fourth|fifth|last|latest|newest|oldest|most recent|previous|next|other|yesterday's|today's|(?:order|one|parcel|package|purchase) (?:with|from|of|for|i|we|that|which|containing|placed)|the (?!whole|entire|full|same|said)\\S+ (?:order|one|parcel|package)"

/** What is meant is named further on. */
export const pointsAhead = "following|below|these|this"

/** Between two ids: the second is meant instead of the first, or as well it may be. */
export const orRather = "or|no|sorry|oops|rather|actually|correction|i mean|i meant|make (?:it|that)"

/** What refuses an act in English that is named a few words behind. */
export const refusing = "not|never|no|nobody|neither|nor|avoid|without|stop|rather than|instead of|cannot"
/** Verbs behind a "don't" that gives a reason, and forbids nothing. */
export const reasoning = "need|want|like|love|have|get|care|know|think|understand|even|really|fit|use|see"
/** What a question asks us for instead of an act that it names a few words behind. */
export const sparing =
  "refrain|hold|wait|keep|leave|prevent|withdraw|undo|reverse|revoke|forget|before|mind|bother|regret|object|afraid"

/** What refuses whatever is named a few words behind. */
export const refusal =
  "not|never|no|without|rather than|instead of|[a-z]{2,6}n't|nicht|kein\\S*|ohne|pas|sans|sin|sem|senza|non|niet|geen|zonder|не|без|nie|bez"

/** What leaves an act to something that is still to happen. */
export const later =
  "should (?:it|this|that|the|my|they|there|anything)(?= [^?]*$)|(?<!(?:tell me|me know|see|check|know|ask|asked) )if|once (?:i|we|you|it|they|my|the|that)|until|till|unless|as soon as(?! possible)|as long as|provided|assuming|only (?:when|after|before)|before (?:you|doing|placing|ordering|charging|cancell?ing|returning|refunding|that|anything)|after (?:i|we|you) (?:confirm|say|tell|pay|get|check|ask|decide|talk|speak|see|agree|approve)|after (?:my (?:ok|okay|confirmation|approval|go)|payday|work|the weekend|(?:my|the) (?:call|meeting|lunch|dinner|trip))|when (?:\\S+ ){1,2}(?:say|tell|confirm|approve|agree|decide|ask|call|am|is|are|gets?|drops?|falls?|arrives?|comes?|pay)|ask (?:me|first|before)|(?<!(?:n't|not) )wait|hold (?:on|off|it|back|your horses)|not (?:now|yet|today|right now)|first (?:tell|show|ask|let|check|add|remove|change|explain|give)|(?:tell|show|ask|let|check|add|remove|change|give)(?: \\S+){1,4} (?:first|before|beforehand)|for my (?:ok|okay|approval|confirmation)|i'll (?:confirm|let you know|tell you|give you|send you|think|check)|let me (?:think|check(?! ?out)|see|ask|sleep)|sleep on it|think about it"

/** The same in other languages: other times, and conditions. */
export const foreignLater = {
  separated:
    "morgen|später|wenn|falls|sobald|bevor|nachdem|erst|demain|plus tard|dès que|quand|avant|d'abord|après|si (?:je|on|nous|vous n|elle|il|ils|elles|la|le|c'est|ma|mon)|mañana|más tarde|luego|cuando|antes de|primero|si \\p{L}{2,15}o|si (?:no|el|la|es(?! posible)|llega|está|todavía|aún|ya)|domani|più tardi|quando|prima (?:di|che|voglio|vorrei|devo|dimmi|fammi)|appena|se (?:non|la|il|l'\\p{L}+|è(?! possibile)|arriva|\\p{L}{2,15}o)|amanhã|mais tarde|depois|assim que|se (?:não|a|o|for|ainda|já)|als (?:ik|het|de|hij|ze|u|je)|zodra|voordat|indien|eerst|завтра|позже|если|когда|как только|сначала|jutro|później|jeśli|jeżeli|gdyby|gdy|kiedy|najpierw|zanim|dopiero|yarın|eğer|önce|i morgon|senare|i morgen|senere|besok|hvis|når|först|først|innan|jika|kalau|setelah|sebelum|ngày mai|nếu|khi|sau khi|trước|غدا|إذا|اذا|عندما|قبل|بعد|कल|अगर|यदि|जब|पहले|के बाद",
  unspaced: "明天|以后|稍后|如果|要是|等到|除非|再说|明日|後で|もし|たら|れば|まず|てから|내일|나중에|만약|먼저|다음에"
}

/** Another time than now. */
export const times =
  "tomorrow|tonight|later|some ?day|(?<!as )soon|eventually|next (?:week|weekend|month|year|time|\\w{3,6}day)|another (?:time|day)|in (?:a|an|one|two|three|a few|some|\\d+) (?:\\S+ )?(?:minutes?|hours?|days?|weeks?|months?|moment|bit|while)|(?:on|by|this|after|from) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|at the) (?:weekend|evening|afternoon)|at \\d{1,2}(?::\\d\\d| ?(?:am|pm|o'clock))|at (?:noon|midnight)|after (?:christmas|xmas|new year|easter|black friday|the (?:holidays?|sale))"

/** Of what was or is needed a time is told, and not of what is to be done. */
export const past =
  "arrived|came|come|was|were|bought|ordered|got|received|placed|made|delivered|need|needs|needed|supposed|should|(?<!(?:i|we) )will"

/** What somebody says who takes an act back right behind it. */
export const withdrawn = `${mockery}|see (?:what happens|if i care)|testing you|just (?:testing|a test)|kidding|joking|a joke|after all|second thoughts?|take (?:it|that|this) back|(?:ignore|disregard|forget|scratch) (?:it|that|this|what|my|everything)|(?:didn't|did not) mean|though|however|actually (?:no|not|wait|don't|keep|leave|i want|i like|i need|i'll keep)|wrong (?:order|one|button|chat)(?=[.!]|$)`

/** How an answer is to look: what it is to "return" is not sent back. */
export const formats = "table|list|json|csv|markdown|bullet points?|summary|spreadsheet|text|file|pdf"

/** What does not order the whole cart at its price. */
export const bounded =
  "max|maximum|at most|(?:no|not) more than|up to|(?:less than|under|below|limit of) [$€£¥]?\\d\\S*|budget|for (?:a total of )?(?:[$€£¥]\\d\\S*|\\d+ (?:dollars?|bucks?|euros?|pounds?))|minus|without(?! (?:any |the )?(?:express|overnight|priority|rush|further|delay))|except|excluding|apart from|other than|all but|only (?:the|one|two|half)|just (?:the|one|two|half)|half of|instead of|twice|\\d+ ?%|percent|invoice|paypal|instal?ments?"

/** What orders a part of the cart, in the words that order it or behind them. */
export const partial = "for (?:two|three|four|five|\\d+) \\p{L}+"

/** What stands beside the names of things in a list of them. */
export const besideGoods = "the|my|an?|one|also|too|both|only|just|please|then|thank|thanks|them"

const inside = "(?:from|in|on|off|of|out of)(?![\\p{L}])"

/** What means an order as a whole. */
export const wholeOrder =
  "(?:orders?|ones?|purchases?|parcels?|packages?|shipments?|delivery|everything|all|both|entire|(?:first|second|third|last|latest|newest|oldest|other)(?! (?:items?|products?|things?)))(?![\\p{L}])"
const whole = `(?:${wholeOrder}|(?:returns?|refunds?|cancellation)(?![\\p{L}]))`
const orderItself = "(?:(?:my|the|that|this|last|latest|newest) ){0,2}(?:order|purchase|[0-9a-f]{8}-\\S+)"
/** What stands behind things of an order: "from my last order". */
const inOrder = `(?!of )${inside} ${orderItself}`
/** The same beside things that the order is known to hold: "of my last order", "for order …", "(order …)". */
export const behindGoods = `(?:(?<!\\p{L})(?:${inside}|for) |\\()${orderItself}`

/** What means all that a cart holds; an order that is placed takes the cart. */
export const wholeCart =
  "(?:check ?(?:\\S+ ){0,2}out|checkout|cart|basket|bag|trolley|(?:the|my|our|an|this|that) (?:\\S+ )?(?:order|purchase)|everything|all|both|whole|entire|lot|payment)(?![\\p{L}])"
/** What stands behind things of a cart: "into my cart". */
export const inCart = "(?:in|into|to|from|of|off|on) (?:(?:my|the|our) )?(?:shopping )?(?:cart|basket|bag|trolley)"

/**
 * What cancels or sends back a part of an order, which only goes as a whole: "only the mouse", "one of the two mugs", "drop the
 * lamp from my order". Not "only the last order", "just the one with the tent".
 */
export const partOfOrder = `(?:only|just) (?:the|my|one|two|three|half) (?!(?:(?!${inside})\\S+ ){0,3}${whole})\\p{L}{3,}|(?:part|half|some|one|two|three|any|either|\\d+) of (?:the|my|it|them|those|these|that|this|order|[0-9a-f]{8}-\\S+)|partial (?:returns?|cancell?ations?)|part(?:ial)?ly(?=[.!]*$)|(?:an?|one|two|three|\\d+|some|single|first|second|third|last|other) (?:items?|products?|articles?|pieces?) ${inside}|(?:cancel|remove|drop|delete|erase|scratch|scrap|take|get rid of) (?:(?:the|my|a|an|one) )?(?:(?!${whole}|${inside})\\S+ ){1,4}${inOrder}`

/** What somebody asks or doubts who has not decided to order. */
export const undecided =
  "yet(?![\\p{L}])|how much|what(?:'s| is| will| would| does) (?:it|the total|that|this|everything)|is (?:the|my) (?:\\S+ )?(?:address|total|cart|price)|(?:address|total|price|cart)(?: \\S+){1,2} (?:wrong|right|correct|old|incorrect)"

/** What leaves things as they are, in answer to a question. */
export const leaving =
  "no|never ?mind|forget|wait|hold on|stop|don't|do not|later|actually|neither|none|nothing|keep|leave|bye|goodbye|changed my mind|not sure|no idea|nah|nope|skip"

/** What chooses among things that were listed. */
export const choosing =
  "first|second|third|fourth|fifth|last|latest|newest|oldest|recent|previous|other|both|all|each|every|everything|one|\\d\\S*|#\\d+|erste\\S*|zweite\\S*|dritte\\S*|letzte\\S*|alle|beide|premi\\S*|deuxième|dernière?|tous|toutes|primer\\S*|segund\\S*|últim\\S*|tod[oa]s|prim[oa]|secondo|ultimo|tutti|eerste|tweede|laatste|alles|первый|второй|последний|все"

/** A question that wants a choice. */
export const which =
  "which|what (?:order|item|one|product|return)|welche\\S*|quel\\S*|cuál\\S*|qual\\S*|welk\\S*|какой|какую|który|którą|które|hangi"

/** A question that wants a place. */
export const where = "where|(?:which|what) (?:\\S+ )?address"

const alike = "too|as well|also|likewise"

/** What asks for the same once more, of another thing. */
export const again = `(?:the same|same) (?:for|with|to|goes for) (?:(?!or )\\S+ ){0,6}\\S+|(?:order )?[0-9a-f]{8}-\\S+ (?:${alike})|the (?:(?:other|next|first|second|third|fourth|last|latest|newest|oldest)(?: one| order)?|(?!\\S+(?:ed|ght|ot|as|ad) )\\S+ (?:one|order)|(?:one|order) (?:with|from|of) (?:(?!(?:is|are|was|or|and) )\\S+ ){0,5}\\S+) (?:${alike})`

/** A question that wants a yes or a no begins so. */
export const yesOrNo = "shall|should|do|does|did|would|will|may|can|could|is|are|ok|okay"

/** Words of our questions that tell nothing of the things in them. */
export const common =
  "order|orders|return|returns|cancel|refund|which|would|like|want|shall|please|your|you|items?|number|these|those|that|this|with|from|have|here|them|they|what|about"

/** Words of names that stand in whatever else is said, too: "The Slow Pantry", "send the lamp back". */
export const unspecific =
  "the|and|for|but|not|who|how|why|what|when|where|all|any|new|one|two|out|off|our|its|into|over|back|down|you|der|die|das|den|dem|des|und|mit|von|fur|les|une|pour|avec|los|las|del|por|para|con|gli|dei|het|een|van|voor|met"

/** What agrees to a fact as well as to a proposal: an act follows from it only where nothing else does. */
export const factYes =
  "agreed|i agree|exactly|indeed|totally|correct|true|right|sounds good|looks good|great|perfect|cool|good|fine"

/** What may stand beside a yes to anything. */
export const besideYes =
  "thanks?(?: you)?|very|much|a lot|cheers|ty|thx|pls|now|right (?:now|away)|right|straight away|asap|as soon as possible|immediately|today|at once|for me|with that|by me|to me|with me|i(?:'m| am) (?:(?:absolutely|very|quite) )?sure|100 ?%|sir|ma'am|madam|mate|man|boss|many|that's (?:fine|ok|okay|right|it)|it's (?:fine|ok|okay)|all good|got it|understood|everything|as a whole|do|so|it|that|and"

/** Beside a yes to an order: how it travels, and what whoever brings it is to do. */
export const besideOrder =
  "(?:(?:with|by|via|use|make it|send it|ship it|the) )*(?:standard|normal|regular|free|express|overnight|fastest|fast|cheapest)(?: (?:shipping|delivery|speed|one|option))?|(?:please )?(?:leave (?:it|them|the|everything)|ring|knock|call (?:me|before)|hand it|drop it|put it (?:behind|in front|under|by|at|near)|hide it|use the (?:back|side|front|bell)|(?:with )?a? ?(?:delivery )?note)(?: .*)?"

/** Beside a yes to a return or a refund: how the money comes back. */
export const besideReturn =
  "(?:(?:and|but|make it|i'll take it|with|as|for|in|to|on|onto|into|back|the|my|a|money|refund|(?:the |my )?(?:money|refund) (?:back )?(?:to|on|onto|as)) )*(?:(?:store|shop|account) credit|credit|voucher|gift card|(?:(?:original|same) )?(?:payment(?: method)?|card|account|paypal)|(?:credit|debit|bank) (?:card|account))(?: (?:instead|rather|is (?:fine|ok|okay|good)|will do))?"

/** Thanks in other languages. */
export const foreignThanks = {
  separated:
    "danke|merci|gracias|grazie|obrigad\\S*|bedankt|dank (?:je|u)|спасибо|dzięki|dziękuję|teşekkür\\S*|tack|takk|terima kasih|cảm ơn|شكرا|धन्यवाद",
  unspaced: "谢谢|謝謝|ありがとう|감사"
}

/** Whoever says so means something else than what was proposed. */
export const another =
  "other|another|different|i (?:know|see|saw|heard|hear|read|understand|understood|noticed)|i was (?:wondering|afraid)|problem"

const faults =
  "fails|fit|fits|not|never|no|too|anymore|any more|wrong|broken|broke|defective|damaged|faulty|late|delayed|mistake|accident|accidentally|twice|double|duplicate|already|found|cheaper|elsewhere|changed|hate|dislike|small|smaller|large|larger|big|bigger|tight|loose|short|wide|narrow|heavy|expensive|stopped|died|dead|torn|ripped|scratched|cracked|missing|ugly|uncomfortable|smells?|hurts?|leaks?|bad|poor|terrible|awful|noisy|loud|disappoint\\S*|unhappy"

const faultless =
  "said|says?|told|asked|nice|lovely|great|good|fine|perfect|beautiful|pretty|cute|gorgeous|wonderful|excellent|amazing|awesome|best|love|works?|working|well"

const that = "(?:it|they|this|that|these|those)"

/**
 * Beside a yes to undo something: why. Of the thing whatever is neither praise nor told, "they pinch", of others what is
 * wrong: "yes, I can hear you" and "yes, my husband asked for that" may agree to something else.
 */
export const because = `${that}(?:'(?:s|re))?(?!.*(?<!\\p{L})(?:${faultless})(?!\\p{L})) .*|(?=.*(?<!\\p{L})(?:${faults})(?!\\p{L}))(?:${that}|i|we|the|my|because|wrong|too|not|no longer|bought|ordered|changed|found|never|\\p{L}+n't)(?:'(?:s|re|m|ve|d))?(?: .*)?|broken|defective|damaged`

/** What a question offers to tell, to look up or to change first, instead of to do it. */
export const tells =
  "(?:like|want|need|wish|care) to (?:see|view|know|learn|hear|read|check(?! ?out)|look|track|find)|(?:me to|shall i|should i|can i|could i|may i|i can|i could) (?:also |first |please )?(?:show|tell|explain|check(?! ?out)|look|find|list|describe|see|walk|help)|whether|how to|polic(?:y|ies)|status|add|remove|anything|something"

/** What somebody who agrees to an order still wants otherwise. */
export const changes = "add|remove|change|switch|replace|swap|another|different|one of"

/** Out of politeness only. */
export const politeIf =
  "if (?:possible|you (?:can|could|would|please|don't mind|do not mind)|that(?:'s| is) (?:ok|okay|possible|fine)|it(?:'s| is) (?:ok|okay|possible|not too late)|still possible)"

/** Words of a street that many streets have. */
export const streetKinds =
  "st|str|street|strasse|straße|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard|ct|court|pl|place|sq|square|way|hwy|highway|pkwy|parkway|ter|terrace|apt|apartment|suite|unit|floor|north|south|east|west|rue|de|la|del|calle|via|viale|rua|avenida|plaza|piazza|ul|ulica"

/** What speeds of delivery that cost more are called. */
export const speeds = {
  express:
    "express|exprés|expres|exprès|espress|fast|quick|priority|eil|schnell|rápid|rapid|экспресс|特快|快递|速達|빠른",
  overnight: "overnight|next[- ]day|tomorrow|über nacht|24 ?h|morgen|mañana|demain|domani|amanhã|завтра|明天|翌日|내일"
}

/** Those of them that mean a delivery wherever they are said. */
export const sureSpeeds = {
  express:
    "(?<!american )express(?:versand|lieferung)?(?![\\p{L}])|exprés|exprès|экспресс|(?:fastest|quickest|priority) (?:shipping|shipment|delivery|option|way)|特快|速達",
  overnight: "overnight(?! (?:bag|case|stay|trip))|next[- ]day (?:shipping|shipment|delivery|air)|über nacht"
}

/** What store credit is called that means the money of a return wherever it is said. */
export const sureCredit =
  "(?:store|shop|site) (?:credits?|money|balance|points)|account credit|as (?:a )?(?:credits?|vouchers?)(?![\\p{L}])|\\p{L}*guthaben|un avoir"
