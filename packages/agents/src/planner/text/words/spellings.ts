/**
 * Short forms, chat spellings and misspellings that are too short or too far from the right word for a search by
 * distance, with what they stand for. One entry per line: what is meant, then how it is written.
 */
const rows = `
compare|compair compear campare comapre compaire
you|u ya yu yuo yoo
your|ur yr yor youre
are|r
why|y
to|too
for|fr fpr
please|pls plz plez plse pleas plese pleaze plis plss
thanks|thx tx ty tysm tks thnx thks thanx tanks thankx thnks cheers
okay|ok k kk okey okie oki
alright|aight ight aite
want to|wanna wana
going to|gonna gunna
give me|gimme gimmie gimmi giv
let me|lemme lemmi
trying to|tryna
got to|gotta
kind of|kinda
sort of|sorta
out of|outta
do not know|dunno idk
do not care|idc idgaf
honestly|ngl tbh
what are you|whatcha
though|tho
people|ppl peeps peple poeple pepole ppls
been|ben beeen
about|abt bout abot abuot aboot
right now|rn
tomorrow|tmrw tmr tmrow tomoro
tonight|2nite tonite
before|b4 bfore
because|bc cuz coz cos becuz becoz cause becasue beacuse
something|smth sth sumthing somthing smthing
never mind|nvm nevermind nm
what|wat wut wht waht wot whta whaat wahts
what is|whats wats wuts whts whatis wahts wots wassup
when|wen whn wehn whne wenn
when is|whens wens
where is|wheres whers weres
how|hw hwo hoe howz
how is|hows howre
who is|whos
which|wich whch whcih wihch witch whick
that|tht taht dat thta thar
that is|thats thts
there is|theres
it is|itz
the|teh th da hte tha te thr
this|ths tis thsi dis thiss
these|thes theese
them|dem em
and|adn n nad und annd
with|w wit wih wiht wid whit
without|w/o witout
from|frm fom frome
have|hav hv haev ahve hve
has|hs hsa
is|iz iis si ist
it|iit ti
in|iin
if|fi
of|fo fof
on|onn
get|gt git gett
got|gt
good|gud gd goood goud godo
like|lk lik liek lke
any|ani ny eny
there|ther thre thier
here|hre heer
much|mch muhc mutch
many|mny meny manny
more|mroe mor
some|sum som soem
my|mi ym mmy
me|mee
can|cn cna
could|cud culd coudl
would|wud wuld woud wolud wuold
should|shud shuld shoudl
will|wil wll
was|wsa
does|dose deos dos doez dus
do|doo od
not|nt nto
no|nope nah noo
yes|yep yup yeah yea yess yeh yah aye
tell|tel tll
show|shw shwo sho shpw
want|wnat wnt watn whant
need|ned nede neeed nead
look|luk loook
find|fnd fidn fined
buy|bui
order|ordr oder odrer ordre oredr odr ordeer
orders|ordrs oders odrers ordres orderes oreders
latest|ltest latst latset lastest latets
last|lst latss
recent|recnt resent
status|stuts stauts staus sttus statsu
cancel|cancle cancl cansel cncl cancell kancel cacel canel
cancelled|canceled cancled canceld
price|prise prcie pirce pric prize pryce
cost|csot cst
cheaper|cheeper chaper
dollars|dolars dollers dolar dollar
restock|restok re-stock restck
review|revew reveiw rewiev reviw revue
reviews|revews reveiws rewievs reviws revues
ship|shp shipp
shipping|shippng shpping shiping shipng
arrive|arive ariv arrve
loyalty|loyality loyalti royalty
tier|teir
code|cod
work|wrk wrok wrks
best|bset bst
seller|selr
again|agian agin agen
back|bak bck bakc
time|tiem tme
long|lng lomg
fast|fst
left|lft
color|colour
favorite|favourite
catalog|catalogue
today|2day tdy
yesterday|yday yesterdy
weekend|wknd
check|chk chck chekc chek
account|acct acount accnt
information|info infos
details|deets detials
quantity|qty
number|nr no. num
package|pkg
approximately|approx aprox
maximum|max maxi
minimum|min
less|les
then|thn
over|ovr
by the way|btw
between|btwn betwen
around|arnd
available|avail availible avialable avalable availabe
cool|kewl
great|gr8
later|l8r
see you|cya
laughing|lol lmao rofl haha hahaha hehe xd
damn|dang
bro|bruh bruv brah
friend|frnd
christmas|xmas
birthday|bday b-day
without|wout
good deal|steal
order number|order#
their|thier
i am|im
i have|ive
i would|id
i will|ill
you have|youve
they are|theyre
what are|whatre
let us|lets
can not|cannot cant
will not|wont
is not|aint isnt
did not|didnt
does not|doesnt
do not|dont dnt
are not|arent
was not|wasnt
were not|werent
could not|couldnt
would not|wouldnt
should not|shouldnt
have not|havent
has not|hasnt
had not|hadnt
`

/** What a written form stands for, as words. */
export const spellings: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  rows
    .trim()
    .split("\n")
    .flatMap((row) => {
      const [meant = "", written = ""] = row.split("|")
      return written.split(" ").map((form): [string, ReadonlyArray<string>] => [form, meant.split(" ")])
    })
)

const expanded: Readonly<Record<string, string>> = {
  "'m": "am",
  "'re": "are",
  "'ve": "have",
  "'ll": "will",
  "'d": "would",
  "n't": "not"
}

const negated = new Set("do does did is are was were ca could would should wo have has had need must".split(" "))

/** Words before 's where it means "is": elsewhere it marks a possessive and is dropped. */
const subjects = new Set("what where how when who that it there here he she let this which why".split(" "))

const irregular: Readonly<Record<string, string>> = { ca: "can", wo: "will" }

/** The words a lower-case written form stands for: contractions, short forms and known misspellings expanded. */
export const expand = (form: string): ReadonlyArray<string> => {
  const known = spellings.get(form)
  if (known !== undefined) {
    return known
  }
  const apostrophe = form.lastIndexOf("'")
  if (apostrophe <= 0) {
    return [form]
  }
  const [head, tail] = form.endsWith("n't")
    ? [form.slice(0, -3), "n't"]
    : [form.slice(0, apostrophe), form.slice(apostrophe)]
  if (tail === "'s" || tail === "'") {
    const word = spellings.get(head) ?? [head]
    return head === "let" ? ["let", "us"] : subjects.has(word.at(-1) ?? head) ? [...word, "is"] : [head]
  }
  const word = expanded[tail]
  if (word === undefined || (tail === "n't" && !negated.has(head))) {
    return [form.replaceAll("'", "")]
  }
  return [...(spellings.get(head) ?? [irregular[head] ?? head]), word]
}
