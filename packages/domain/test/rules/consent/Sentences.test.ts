import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { consentTo, type History } from "../../../src/rules/consent/Consent.ts"
import { type BindingAct } from "../../../src/tools/Binding.ts"

/** What customers say, by the sentence. Each was once read otherwise, or stands beside one that was. */

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const agrees = (act: BindingAct, message: string, history: History = []) =>
  Option.isSome(consentTo(act, message, history))

type Act = Exclude<BindingAct, "readdress">

const questions = {
  cancel: "Shall I cancel order 5?",
  order: "The total is $10.50. It goes to 9 Elm Street, 02101. Shall I place the order for $10.50?",
  return: "Shall I return order 5?"
} satisfies { readonly [A in BindingAct]?: string }

const asked = Object.entries(questions).map(([act, text]): readonly [BindingAct, History] => [
  act as BindingAct,
  [
    { role: "user", text: "Hello" },
    { role: "assistant", text }
  ]
])

/** To any of the questions. */
const answers = {
  yes: lines(`
    That would be great
    Yes, that'd be great
    yes for sure
    I would like that
    you can go ahead
    fine by me
    I'm ok with that
    I accept
    approved
    you have my permission
    Yes, right away please
    Yes, as soon as possible
    ja das ist gut so
    ja vielen Dank
    oui tout à fait
    claro que sí muchas gracias
    sì procedi pure
    tak jestem pewien
    はい大丈夫です
    네 그렇게 해주세요
    हाँ मुझे चाहिए
    yes
    Yes - do it
    Yes — please
    Yes – go ahead
    yes 🙏
    Yes please 🙏🙏
    yes 👍
    👍
    👍🏽
    👌
    ✅
    🙏 yes
    ok 🙏
    ok 😊
    go ahead 😀
    sure 🎉
    I confirm
    i confirm!
    I confirm, thanks
    I agree
    I do
    I would
    yes I do
    that's right
    that is correct
    Yes, I confirm
    ok
    Ok then
    ok, then
    well ok
    well, yes
    oh yes
    oh ok
    hmm ok
    Hm, ok
    hmm, yes
    so yes
    and yes
    in that case yes
    in that case, go ahead
    just do it
    please do
    please
    ok please
    oh, ok then
    well then ok
    ok go
    alright then
    all right, go ahead
    ok fine
    fine, do it
    k
    kk
    y
    yep
    yup
    No problem, go ahead
    no problem
    why not
    No need to ask, go ahead
    yes, no need to hurry
    Yes, no rush
    yes, no worries
    sure, no hurry
    without a doubt
    not a problem, do it
    no need to wait, do it
    yes do it, no need to confirm
    go ahead and do it
    yes, go ahead
    tak
    tak, proszę
    tak, dziękuję
    はい
    はい、お願いします
    是的
    好的
    确认
    ja
    ja bitte
    oui
    sí
    네
    do it now
    yes now
    yes thanks
    yes, thank you!
    Yes. Please.
    Yes... please
    YES!!!
    yes yes yes
    yes of course
    yes, of course!
    Yes - thanks
    yes, cheers
    yes pls
    yess
    okay, go ahead please
    okay do it please
    Sure, go ahead!
    sure 👍
    👍👍
    yes ✅
    ok 👌
    Please go ahead.
    please proceed
    I confirm. Thanks!
    Yes, I agree
    definitely
    absolutely, go ahead
    sounds good
    by all means
    sure thing
    yes right now
    yes, at once please
    yes, that's fine
    that's fine, go ahead
    that's fine
    let's do it
    let's go
    make it so
    yes do so
    y pls
    ja, gerne
    ja klar
    oui, merci
    oui, vas-y
    sí, gracias
    claro
    sì, grazie
    sim, por favor
    да
    да, пожалуйста
    tak, oczywiście
    evet
    evet lütfen
    ja tack
    ya
    iya, lanjutkan
    có
    お願いします
    好
    可以
    行
    对
    예
    네, 진행해 주세요
    نعم
    हाँ
    जी हाँ
    ja prima
    Yes, 100%
    100%
    yes sir
    Yes ma'am
    aye
    yes, many thanks
    yes, I'm absolutely sure
    continue
    please go on
    please continue
    👍 thanks
    I consent
    I hereby confirm
    that's ok with me
  `),
  none: lines(`
    ja zeig mir den Warenkorb
    ja und noch eine Lampe dazu
    ja was kostet das
    ja vielleicht
    oui montre-moi le panier
    oui si c'est gratuit
    sí quiero ver el total
    sim quero ver o total
    да покажи корзину
    好的我想看看总价
    はい合計を見せて
    Hm
    oh
    well
    Oh well
    so
    just
    hmm...
    in that case
    Well, well
    oh, and
    and
    then
    ok, so
    ok, well
    well then
    hmm, well
    ok hmm
    good, but hmm
    so then
    okay and
    just, well
    oh hm
    ok just
    fine, so
    right, and then
    No need, thanks
    No need
    no need to
    no need for that
    there's no need
    no rush
    no hurry
    No rush, thanks
    no worries
    No worries!
    no need to worry
    no need to hurry
    tak perlu
    tak usah
    tak mau
    Tak perlu, terima kasih
    tak payah
    tak jadi
    大丈夫です
    大丈夫です、ありがとう
    对不起
    对不起，算了
    はい？
    ええと
    うーん
    yes 🤔
    ok 👎
    yes ❌
    🙏
    😀
    👎
    🤷
    sure 🙄
    yes - but not now
    yes - wait
    Yes — tomorrow
    yes - no
    yes – actually no
    Yes - but only the lamp
    I confirm that I got it?
    I confirm nothing
    i do not confirm
    I can't confirm
    I confirm, but later
    that's it?
    I do not
    I don't
    I would not
    I do but not now
    I agree it is expensive
    I agree but wait
    thanks
    thank you
    i'm not sure
    maybe
    let me think
    I'll think about it
    in a minute
    not yet
    nope
    nah
    hold on
    what?
    really?
    why?
    lol
    ok then no
    ok no
    ok never mind
    ok thanks bye
    ok let me see
    ok I'll think about it
    ok and what about shipping
    ok so how much
    great, how long does it take
    yes?
    yes or no?
    you wish
    as if
    whatever
    i guess
    i guess so
    if you say so
    yes and no
    yes in theory
    yes maybe
    hmm yes maybe
    dont
    wont
    cant
    pls dont
    no pls
    prima vorrei vedere il totale
    確認させてください
    是吗
    好贵
    예산이 없어요
    oh no
    oh dear
    oh my
    oh god
    ok wow
    wow ok, that is a lot
    well that's expensive
    so expensive
    ok that's too much
    hm, right, let me ask my husband
    good question
    right, how much was it
    fine print please
    fine, whatever, I'll do it myself
    go away
    go back
    go to my cart
    go on, tell me more
    go on without it
    please wait
    please stop
    please don't
    please no
    please hold
    please explain
    please show me first
    sure thing, but later
    sure, after lunch
    sure, when I get paid
    sure, why not tomorrow
    yes, on Friday
    yes in two weeks
    yes if it is free
    yes unless it shipped
    yes, once my wife agrees
    yes to the lamp only
    yes for half of it
    yes but cheaper
    yes, at 20% off
    yes except the mouse
    yes, minus the lamp
    yes, instead of the other
    yes no
    yes I know
    yes I see
    yes I heard you
    yes I read that
    yes I understand, thanks, keep it
    yes you told me
    yes we have no bananas
    yes, that is what I was afraid of
    yes that's the problem
    yes, I was wondering about that
    okay I was just asking
    I was just wondering
    just asking
    just looking
    just curious
    just a second
    just a moment please
    just wait
    just forget it
    great but no
    cool story
    cool, no thanks
    perfect, not now
    alright, I'll think
    ok bye
    ok cya
    ok later
    ok tomorrow
    ok stop
    k bye
    k nvm
    nvm
    okay nevermind
    good, leave it
    good, keep it then
    good to know
    right, as if
    y not tomorrow
    ye gods
    ya right
    yeah no
    yeah nah
    yea sure, as if
    no yeah
    deal with it yourself
    do it later
    do it tomorrow
    do it next week
    do that again and I'll sue
    exactly why I don't want it
    absolutely not
    definitely not
    certainly not
    of course not
    totally not
    indeed not
    sounds good but no
    sounds good in theory
    sounds good?
    place it on hold
    place it in my list
    ja nein
    ja später
    ja morgen
    ja aber nein
    jein
    nee dank je
    nein danke
    non merci
    oui demain
    no gracias
    sí, mañana
    sì domani
    no grazie
    nie dziękuję
    tak, jutro
    нет спасибо
    да, завтра
    да нет
    hayır teşekkürler
    nej tack
    tidak usah
    tak apa
    tak jadi lah
    không cảm ơn
    不用了
    不要
    不用了谢谢
    先不要
    算了
    结构です
    結構です
    いいえ、結構です
    いりません
    아니요 괜찮아요
    괜찮아요
    لا شكرا
    नहीं धन्यवाद
    ja aber der Preis
    sí pero espera
    はい、でも
    네 하지만
    好的但是
    да, но подождите
    evet ama bekle
    نعم لكن
    हाँ लेकिन
    vâng nhưng chờ
    ja, men vent
    oh great
    Oh, perfect.
    Yes I can hear you
    yes my husband asked for that
    yes it looks nice
    yes, I love that lamp
    yes, my name is Anna
    yes, I got your mail
    continue shopping
    👍 great product
    yes, they said
  `)
}

/** Refusals, reports, questions, and sentences in which the word of the act means something else. */
const unasked: { readonly [A in Act]: ReadonlyArray<string> } = {
  cancel: lines(`
    cancel absolutely nothing
    Cancel none of my orders
    un-cancel my order please
    scratch the cancellation
    cancel my gym membership
    cancel my price alert
    Cancel 1 of the 3 mugs in my last order
    the chat bot suggested: cancel order 5
    My mother keeps saying cancel the order
    I'll cancel it myself
    cancel my order NOT
    Cancel my order - haha no
    Cancel it. Just testing you.
    Go ahead, cancel it, see if I care
    Cancel it over my dead body
    Cancel it should it be late
    Should the delivery slip again, cancel it
    cancel it as soon as my card is here
    vielleicht storniere ich
    peut-être annuler ma commande
    quizás cancele mi pedido
    forse annullo l'ordine
    возможно отменю заказ
    也许取消订单
    Warum wurde storniert
    pourquoi avez-vous annulé ma commande
    there is no need to cancel my order
    No need to cancel it
    There's no need to cancel order 5
    I see no need to cancel
    no need to confirm the cancellation
    no need to cancel, thanks
    it's not necessary to cancel my order
    Nobody should cancel my order
    Please don't go and cancel it on me
    Don't go ahead and cancel my order
    Do not touch it, change it or cancel it
    I wont cancel
    you cant cancel it
    I didnt ask you to cancel
    neither cancel nor return it
    Neither of you should cancel my order
    I had to cancel my last order because it was late
    The support agent had to cancel my last order
    My wife wants me to cancel, I want to keep it
    I accidentally clicked cancel
    I'm worried you will cancel my order
    I already did cancel it
    I hope you won't cancel my order
    I hope you didnt cancel it
    you shouldnt cancel my order
    I wouldnt cancel it
    please dont cancel my order
    dont cancel
    I havent asked you to cancel my order
    I never asked you to cancel it
    Never cancel my orders without asking
    No one may cancel my order
    you must not cancel order 5
    You are not allowed to cancel it
    you have no right to cancel my order
    Under no circumstances should you cancel my order
    by no means cancel it
    avoid cancelling it
    try not to cancel it
    Try to not cancel it
    please make sure not to cancel my order
    make sure nobody cancels my order
    make sure that you do not cancel it
    The last thing I want is to cancel my order
    I'd rather die than cancel it
    I'd hate to cancel my order
    I am afraid you will cancel my order
    why would I cancel it
    why cancel it
    My husband told me to cancel it
    my mother wants to cancel my order
    My wife wants you to cancel it
    They want me to cancel the order
    she wants it cancelled
    He asked you to cancel my order
    my boss says cancel it
    the seller suggested to cancel my order
    The email asked to cancel my order
    The website told people to cancel
    people cancel orders all the time
    customers cancel their order every day
    Somebody tried to cancel my order
    someone clicked cancel on my order
    I hit cancel by mistake
    I pressed cancel accidentally
    I was about to cancel my order
    I used to cancel a lot
    I always cancel my orders
    I often cancel
    I once had to cancel my order
    I have never had to cancel an order
    last week you had to cancel my order
    You said you would cancel my order
    you will cancel my order, right?
    you will cancel my order automatically, I heard
    the shop will cancel my order if I don't pay
    would you cancel it if you were me
    do you think I should cancel it
    should I cancel my order
    Is it wise to cancel my order
    is it possible to cancel my order
    it is possible to cancel my order, I read
    how to cancel my order
    how can one cancel
    what does it cost to cancel my order
    I wonder if I should cancel it
    I could cancel it
    I could cancel my order, I suppose
    Suppose I cancel my order
    imagine I cancel it
    Say I cancel order 5
    let's say I cancel it
    assuming I cancel order 5
    were I to cancel it
    had I wanted to cancel it
    in case I cancel it
    I may cancel my order
    I might cancel my order
    I may want to cancel it
    perhaps cancel it
    I don't know whether to cancel it
    I can't decide whether to keep or cancel it
    it's hard to cancel my order
    it was easy to cancel my order
    Thank you for letting me cancel my order
    glad I did not have to cancel it
    you made me cancel my order
    they forced me to cancel my order
    my son managed to cancel my order
    I managed to cancel my order
    I forgot to cancel my order
    I failed to cancel my order
    I refuse to cancel it
    I don't intend to cancel it
    I have no intention to cancel my order
    I am not going to cancel it
    im not gonna cancel
    I aint cancelling, do not cancel it
    it doesnt need to be cancelled
    it mustnt be cancelled
    My order should not have to be cancelled
    the order never needs to be cancelled
    cancel it or return it
    change it or cancel it
    ship it today or cancel it
    cancel or keep it
    either cancel it or refund it
    don't cancel and refund my order
    Don't refund and cancel it
    please do not return and cancel it
    you must not change it and cancel it
    I don't want you to go and cancel it
    I do not want you to refund me and cancel it
    never go and cancel it
    You can cancel orders within an hour
    One can cancel within an hour
    Orders you cancel are refunded
    the order I want to cancel is not there, is it?
    cancel? no
    cancel... not
    Cancel my order? Never.
    who cancels my order
    the cancel function
    my friends cancel orders daily
    my brother is going to cancel his order
    my neighbour needs to cancel
    She had you cancel my order
    I overheard the agent cancel my order
    before you cancel it call me
    after you cancel it call me
    don't you dare cancel it
    dare to cancel it
    stop trying to cancel my order
    quit trying to cancel it
    no reason to cancel it
    it would be a shame to cancel it
    it would be stupid to cancel my order
    I regret to have to say that you cancel too much
    I read that you cancel orders without asking
    you keep cancelling, you cancel everything
    I don't think I need to cancel it
    I doubt I want to cancel it
    not that I want to cancel it
    it isn't that I want to cancel my order
    I would never cancel my order
    I'd never cancel
    not going to cancel my order
    no plans to cancel my order
    no I didnt cancel it
    I havent cancelled it and wont cancel it
    please leave it, do not under any circumstances cancel it
    whatever you do, don't cancel my order
    whatever happens do not cancel order 5
    just dont cancel it ok
    I said dont cancel it
    I told you not to cancel it
    I asked you not to cancel it
    I asked that you not cancel it
    I want you not to cancel my order
    I want you to not cancel my order
    I'd like you not to cancel it
    I want my order not cancelled
    I want it not to be cancelled
    I need you to stop cancelling, nobody asked you to cancel
    Who told you to cancel my order
    Who asked you to cancel
    you had no reason to cancel my order
    how dare you cancel my order
    how could you cancel my order
    why did you cancel my order
    why do you want to cancel it
    when will you cancel my order
    what if you cancel my order
    which order did you cancel
    The bank made you cancel my order
    my bank asked me to cancel my order
    my lawyer advises me to cancel
    my friend recommends to cancel
    my daughter begged me to cancel it
    friends keep telling me to cancel it
    everyone says I should cancel it
    she thinks I should cancel it
    he believes you should cancel it
    I heard that you cancel orders
    I read I can cancel my order
    the FAQ says to cancel my order within a day
    the app offers to cancel my order
    the app wants to cancel my order
    your bot tried to cancel my order
    your colleague promised to cancel my order
    your colleague offered to cancel it
    the assistant will cancel my order
    the system is going to cancel my order
    it is going to cancel my order
    the seller is about to cancel it
    the seller threatened to cancel my order
    the seller may cancel my order
    could the seller cancel my order
    can the shop cancel my order
    am I able to cancel my order
    am I allowed to cancel
    is there a way to cancel it
    any way to cancel my order
    any chance to cancel my order
    the option to cancel my order
    the right to cancel my order
    instructions to cancel an order
    steps to cancel my order
    a reason to cancel
    time left to cancel my order
    what do I need to cancel my order
    do I have to cancel my order
    do I need to cancel
    would it be wise to cancel
    would I have to cancel
    if I have to cancel
    if I want to cancel my order, what happens
    if needed cancel it
    if it is late, cancel it
    when it is late, cancel it
    unless it ships today cancel it
    cancel it if it hasn't shipped
    cancel it unless it has shipped
    cancel it once I find another
    cancel it as soon as I say so
    cancel it tomorrow
    cancel it next week
    cancel it later
    cancel it, but not now
    cancel it after my call
    cancel it when I tell you
    Cancel it? I don't think so.
    cancel it... just kidding
    cancel it, no, keep it
    cancel it, wait
    cancel it. On second thought keep it.
    cancel her order
    cancel my neighbour's order
    cancel my friend's last order
    cancel his order
    cancel the newsletter
    cancel my subscription
    cancel the search
    cancel that request
    cancel that last message
    cancel my account
    cancel my membership
    cancel the filter
    cancel the coupon
    cancel the return
    noise cancelling headphones
    do these cancel noise
    headphones that cancel noise
    the ones that cancel noise
    does it cancel noise
    which headphones cancel noise best
    I want headphones that cancel noise
    these cancel out noise
    my headphones cancel noise
    cancellation policy
    the cancellation was confirmed
    the cancellation went through
    I got a cancellation mail
    thanks for the cancellation
    what about the cancellation
    status of the cancellation
    I'm not happy with the cancellation
    I object to the cancellation of my order
    I protest against the cancellation of my order
    I disagree with the cancellation of my order
    I am against the cancellation of my order
    undo the cancellation
    reverse the cancellation of my order
    revert the cancellation of my order
    take back the cancellation of my order
    stop the cancellation of my order
    stop the cancellation
    prevent the cancellation of my order
    prevent him to cancel my order
    the order that I have to cancel is not listed
    I only wanted to know how to cancel
    translate cancel my order
    what does cancel my order mean
    spell cancel
    say cancel my order in French
    type cancel my order
    I typed cancel my order
    I meant to cancel the other one
    I thought I had to cancel my order
    I feel I have to cancel it
    I feel like I have to cancel my order
    I guess I have to cancel
    I suppose I need to cancel
    probably I have to cancel it
    I'm considering whether to cancel
    I'm torn, cancel or keep
    I'm not ready to cancel it
    I'm not sure I want to cancel it
    I'm not here to cancel
    I am unable to cancel it
    I was forced to cancel my order
    I was asked to cancel my order
    I was happy to cancel it
    we were going to cancel it
    we had to cancel our order last year
    back then I wanted to cancel it
    yesterday I wanted to cancel it
    yesterday I asked you to cancel it
    last time I asked you to cancel my order it took a week
    I asked you to cancel my order a week ago
    I told you to cancel my order
    I have asked you to cancel it
    I did want to cancel it
    I already asked to cancel it
    I already told you to cancel it
    I tried asking you to cancel it
    remember when I had to cancel my order
    a friend needed to cancel her order
    it isn't necessary to cancel it
    it is unnecessary to cancel it
    it's pointless to cancel it
    it's too early to cancel
    it's not worth it to cancel my order
    it makes no sense to cancel it
    there's nothing to cancel
    there is nothing left to cancel
    hopefully you dont cancel it
    hopefully nobody will cancel it
    God forbid you cancel my order
    lest you cancel my order
    as long as you don't cancel it
    provided you don't cancel it
    promise me you won't cancel it
    promise not to cancel it
    please promise to not cancel my order
    be careful not to cancel it
    be careful you don't cancel it
    keep it, no cancelling, no cancel
    keep my order please instead of cancel it
    rather keep it than cancel it
    I prefer to keep it rather than cancel it
    I want to keep it and not cancel it
    nix kaputt, nicht stornieren
    je ne veux pas annuler ma commande
    no quiero cancelar mi pedido
    Die Bestellung wurde gestern schon storniert
    Meine Frau möchte die Bestellung stornieren
    Mein Chef sagt, wir sollen die Bestellung stornieren
    Ich hatte die Bestellung doch storniert
    Der Verkäufer hat meine Bestellung storniert
    Sie wollen meine Bestellung stornieren
    Stornieren Sie die Bestellung, wenn sie morgen nicht da ist
    Ich möchte stornieren aber meine Frau ist dagegen
    Stornier es und ich verklage dich
    Wer stornieren will, zahlt eine Gebühr
    Meine Bestellung lässt sich nicht stornieren
    vous avez annulé ma commande
    Ma femme veut annuler la commande
    On m'a dit d'annuler ma commande
    Mon fils a annulé ma commande par erreur
    Je voulais annuler ma commande
    J'aimerais annuler mais c'est trop tard
    Le vendeur va annuler ma commande
    J'ai peur que vous annuliez ma commande
    mi mujer quiere cancelar el pedido
    Ya cancelé el pedido ayer
    El vendedor canceló mi pedido
    Quería cancelar el pedido pero ya no
    me gustaría cancelar pero mi marido no quiere
    dicen que van a cancelar mi pedido
    Cancelaste mi pedido sin preguntar
    mia moglie vuole annullare l'ordine
    Avete annullato il mio ordine
    Ho annullato l'ordine ieri
    minha esposa quer cancelar o pedido
    cancelaram meu pedido
    o vendedor cancelou o meu pedido
    mijn man wil de bestelling annuleren
    mijn bestelling is geannuleerd
    Ik heb mijn bestelling al geannuleerd
    жена хочет отменить заказ
    Вы отменили мой заказ
    я уже отменил заказ
    муж сказал отменить заказ
    moje zamówienie zostało anulowane
    mąż chce anulować zamówienie
    Anulowaliście moje zamówienie
    eşim siparişi iptal etmek istiyor
    siparişimi iptal ettiniz
    min fru vill avbeställa ordern
    min order har avbokats, jag menar avbeställts
    ordren min ble kansellert
    pesanan saya dibatalkan
    istri saya mau membatalkan pesanan
    đơn hàng của tôi đã bị hủy
    vợ tôi muốn hủy đơn hàng
    تم إلغاء طلبي
    زوجي يريد إلغاء الطلب
    मेरे पति ऑर्डर रद्द करना चाहते हैं
    ऑर्डर रद्द कर दिया गया
    我老婆想取消订单
    你们取消了我的订单
    卖家要取消我的订单
    我想取消但是我老公不同意
    取消订单要收费
    妻が注文をキャンセルしたいと言っています
    もうキャンセルしました
    店にキャンセルされた
    남편이 주문을 취소하고 싶어해요
    이미 취소했어요
    주문이 취소됐어요
    Meine Bestellung wurde storniert
    Mein Mann will die Bestellung stornieren
    Ma commande a été annulée
    me cancelaron el pedido
    我的订单被取消了
    注文がキャンセルされました
    주문이 취소되었어요
    die stornieren meine Bestellung
    Wir stornieren Ihre Bestellung
    annuler votre commande
    我取消的订单
    取消订单吗
    订单可以取消
    キャンセル料
    취소할 수 있나요?
    saya membatalkan pesanan
    siparişimi iptal eder
    ألغي طلبي
    kan ik mijn bestelling annuleren
    Stornieren Sie bitte, wenn es noch geht
    Annulez ma commande si elle n'est pas partie
    cancela el pedido si no ha salido
    取消订单，如果还没发货
    отмените заказ, если он не отправлен
    cancel my order pero primero dime el precio
    stornieren, aber erst frage ich meine Frau
    annulla l'ordine, ma aspetta
    Cancel it and I will sue you
    Cancel my order and you'll hear from my lawyer
    Cancel my order and you will regret it
    Cancel it and I'll leave a one-star review
    Cancel it and I'll never shop here again
    Cancel it and there'll be consequences
    Cancel it, you'll regret it
    Cancel it at your peril
    Cancel my order, I dare you
    Go ahead and cancel it, see you in court
    Cancel order 5, they said. It will be fun, they said
    cancel it, says my husband
    cancel it, said no one ever
    He told me, cancel it
    My dad: cancel it. Me: no way.
    Support agent: cancel order 5
    my husband: cancel it
    Er sagt: stornieren
    Mein Mann sagt, bitte stornieren
    il dit, annulez la commande
    我老公说，取消订单
    Ha, cancel my order, very funny
    great idea, cancel my order and lose my birthday present 🙄
    Go on, cancel it, like you always do 🙄
    Oh sure, cancel it, that'd be so like you
    Cancel it. Psych!
    You cancel it, ok?
    Cancel it, right?
    they help me to cancel it
    is there a way you can show me how to cancel it
    I wonder if you cancelled my order
    I have half a mind to cancel it
  `),
  order: lines(`
    I'll get it done
    I'll order it at home
    I'll take this up with your boss
    Pay it forward
    Place the order... hold your horses
    Check out everything about this jacket
    grab all reviews
    grab everything about the lamp
    order all reviews by date
    buy everything? no
    check out everything on sale
    check out everything you have in red
    I had to place the order twice
    my wife wants me to place the order
    My husband wants to buy it
    you will place the order, I fear
    Nobody should place my order
    dont place the order
    I didnt want to place the order
    I wont buy it
    please dont go ahead and place the order
    no need to place the order
    no need to check out
    there is no need to order it
    I accidentally clicked place the order
    I already did place the order
    I never place the order without a coupon
    Suppose I place the order
    say I buy it
    would people buy it
    people buy it for the colour
    customers order it all the time
    I could buy it
    I may buy it
    I might check out
    you should not place the order
    use coupon TRAIL10 at checkout
    I got stuck on the way to checkout
    I had to go to checkout twice
    don't add it and check out
    never add things and check out
    keep it or buy it
    buy it or leave it
    sort and order everything by price
    I used to buy it
    they told me to buy it
    my boss asked to place the order
    I managed to place the order
    I forgot to check out
    when I tried to check out it hung
    I want my wife to place the order
    neither check out nor add anything
    you cant place the order
    did you place the order
    I was going to buy it
    I don't want to buy it
    I dont wanna buy it
    not going to buy it
    no intention to check out
    I would never buy it
    who would buy it
    why would anyone buy it
    would you buy it
    should I buy it
    is it worth to buy it
    is it smart to buy it now
    my son wants me to buy it
    he wants to buy it
    my kids want to buy it
    they will buy it
    they had to buy it
    I had to buy it twice
    I nearly bought it, almost checked out
    I am afraid to check out
    I'm scared to check out
    before I check out
    when I check out
    once I check out
    after I check out
    if I check out now
    don't you dare place the order
    never place the order
    no order, don't place the order
    can I place the order later
    place the order later
    place the order tomorrow
    buy it next month
    buy it if it gets cheaper
    I want to know how to place the order
    tell me how to check out
    explain checkout
    the checkout button
    checkout page
    checkout error
    what is the checkout
    how safe is checkout
    check out the lamp
    check out these shoes
    check out what's new
    check out your deals
    let me check out the reviews
    I'd like to check out the reviews
    I want to check out your lamps
    I checked out yesterday
    I just checked out
    I've already checked out
    put the order in my calendar
    the order of the list
    in order to buy it I need money
    I buy it for my mum every year
    you people buy anything
    did I buy it
    did I place the order
    have I placed the order
    has my order been placed
    I forgot whether I placed the order
    my wife placed the order
    nobody placed the order
    add it to my cart
    add it, don't buy it
    add it but don't check out
    put it in the basket, no checkout
    hold the order
    save it for later, don't order it
    I'd buy it if it were cheaper
    I would buy it but it is too expensive
    I wish I could buy it
    I wish to buy it someday
    maybe I'll buy it
    I'll maybe buy it
    I'll probably buy it
    I think I'll buy it
    I guess I'll take it
    I'll take it if it is blue
    I'll take it tomorrow
    I'll buy it later
    I will buy it next week
    I'm going to buy it next week
    we'll buy it another time
    I cannot take it anymore
    I can't take it
    I won't take it
    I take it you ship to Canada
    I take it that you deliver
    I get it now
    I get it
    take it out
    let's take it slow
    please get it out of my cart
    meine Frau will jetzt bestellen
    ma fille veut passer la commande
    mi hijo hizo el pedido
    Ho completato l'ordine
    муж оформил заказ
    我老婆下单了
    夫が注文しました
    이미 결제했어요
    Ich möchte zur Kasse aber erst den Preis wissen
    我想下单但是太贵了
    soll ich es jetzt kaufen
    Place the order and I'll sue
    I was wondering whether you would buy it
    let me check out your deals
    Check this out
  `),
  return: lines(`
    return rate of this lamp
    Return it after Christmas
    wo ist meine Retoure
    le retour est-il gratuit
    dónde está mi devolución
    Return all my orders as a table
    send me back the tracking number
    Return the list of my orders
    return only the names
    return all products under $50
    return the results as json
    Return a summary of my orders
    Return my orders sorted by date
    send me back to my cart
    take me back to the start
    bring me back to the list
    give me back the list
    take the lamp back out
    send me back an answer
    give me the number back
    I had to return my last order because it was broken
    My wife wants me to return it
    you will have to return it, they said
    Nobody should return my order
    I didnt ask to return it
    I wont return it
    dont send it back
    I never return things
    I always return shoes
    people return it a lot
    do people return it
    I used to return a lot
    I managed to return it
    I forgot to return it
    There is no need to return it
    no need to send it back
    My son wants to return it
    she sent it back
    I was told to return it
    they made me return it
    the courier had to return it
    Suppose I return it
    let's say I return it
    I may return it
    keep it or return it
    I got a refund
    I got my money back
    my sister got her money back
    they gave me a refund last time
    he wants his money back
    I already got my money back
    I was promised my money back
    the courier will return tomorrow
    Don't cancel and return it
    up to when can I return it
    within how many days can I return
    may one return worn shoes
    do you take back worn shoes
    I don't want to return it
    I dont want to send it back
    I am not going to send it back
    no plans to return it
    I would never send it back
    she wants to return it
    they want me to send it back
    my husband had to send it back
    you want me to return it
    you told me to return it
    you asked me to send it back
    do I need to return it
    do I have to send it back
    why should I return it
    how can I send it back
    where do I send it back to
    when do I have to return it
    is it possible to return it
    am I able to return it
    what if I want to return it
    the return label
    the return address
    the return form
    my return is late
    my return arrived
    where's my return
    I started a return last week
    I already started a return
    I have started a return
    I sent it back
    I sent it back last week
    I've sent it back
    I will send it back next week
    I'll return it tomorrow
    I'll come back
    I'll be back
    get back to me
    call me back
    write me back
    bring the lamp back in stock
    bring it back in stock
    when will you bring it back
    will it come back
    will the lamp return
    is the lamp returning
    go back
    take me back
    take that back, I love it
    I take it back, it's good
    I take back what I said
    in return for a discount
    many happy returns
    returns policy
    return policy
    what's the return window
    return window please
    return shipping cost
    do you offer free return
    no return
    no return please
    I don't need a return
    don't start a return
    never start a return
    stop the return
    cancel the return
    undo the return
    undo my return
    I regret my return
    return to the main menu
    return to my cart
    return to the list
    return to shopping
    return to search
    I want to return to the previous question
    let's return to the lamp
    let me return to that
    returning customer here
    I'm a returning customer
    I'll return to you later
    I shall return
    I will return
    please return to me with an answer
    return the favour
    return my call
    return true
    return null
    return 5 results
    return the top 3 products
    return the first 10 lamps
    return everything you know about lamps
    return a table of my orders
    return the order history
    return the status of my order
    return the total of my order
    return the tracking number of order 5
    Ich habe es schon zurückgeschickt
    Der Kurier hat das Paket zurückgeschickt
    Mein Sohn will es zurückgeben
    elle veut retourner la robe
    le colis a été retourné
    mi hija quiere devolver el vestido
    ya devolví el paquete
    il pacco è stato restituito
    mijn vrouw wil het terugsturen
    het pakket is teruggestuurd
    посылку вернули
    муж хочет вернуть заказ
    paczka została zwrócona
    paket iade edildi
    我老公想退货
    已经退货了
    返品されました
    이미 반품했어요
    je l'ai déjà retourné
    ya lo devolví
    l'ho già restituito
    我已经退货了
    Send it back, they said
    they would like to return it
  `),
  refund: lines(`
    my neighbour demands a refund
    Wo bleibt meine Erstattung
    où est mon remboursement
    There is no need to refund me
    no need for a refund
    no refund needed
    nobody should refund me
    I got a refund
    my sister got a refund
    they gave me a refund last time
    he wants a refund
    my wife wants a refund
    I already got my money back
    I was promised my money back
    you dont need to refund me
    I didnt ask for a refund
    I never asked for my money back
    neither refund nor replace it
    don't go ahead and refund me
    I had to refund him
    you will refund me, won't you, one day
    they had to refund me
    I'm worried you will refund the wrong card
    the seller wants to refund me
    people refund all the time
    no need to process the refund
    I don't want a refund
    I dont need a refund
    no refund please
    no refund, thanks
    not a refund
    I never wanted a refund
    I did not want my money back
    I'd rather have store credit than a refund
    instead of a refund I want another one
    would I get a refund
    do I get a refund
    can I get a refund
    will I get my money back
    when do I get my money back
    where's my money back guarantee
    money back guarantee
    is there a money back guarantee
    your money back guarantee
    refund policy
    what's the refund policy
    the refund arrived
    the refund came
    my refund was wrong
    I was refunded
    I've been refunded
    you refunded me
    you refunded the wrong card
    has it been refunded
    did you refund me
    why didn't you refund me
    when will you refund me
    they refunded me
    the bank refunded me
    my friend got refunded
    everyone gets a refund
    people get their money back
    customers get a refund within 5 days
    refunds take 5 days
    how long do refunds take
    if I get a refund
    in case of a refund
    suppose you refund me
    before you refund me tell me
    don't refund me yet
    refund me later
    refund me tomorrow
    refund her
    refund my neighbour's return
    thanks for the refund
    thank you for my refund
    I am happy about the refund
    I'm waiting for my refund
    I still wait for my refund
    I expect my refund tomorrow
    my wife asked for a refund
    she asked for her money back
    he demanded a refund
    I asked for a refund last week
    I requested a refund yesterday
    I have requested a refund
    I had requested a refund
    you promised a refund
    you offered me a refund
    you denied my refund
    you refused the refund
    the shop refused to refund me
    they refuse to refund me
    is it true you refund everything
    you always refund quickly
    you never refund
    Mir wurde der Betrag erstattet
    on m'a remboursé hier
    mi hanno rimborsato
    fui reembolsado ontem
    het geld is terugbetaald
    деньги уже вернули
    pieniądze zostały zwrócone
    退款已经到了
    返金されました
    환불 받았어요
    j'ai reçu le remboursement
    ya recibí el reembolso
    Ich habe das Geld zurück bekommen
    退款什么时候到
  `)
}

const wishes: { readonly [A in Act]: ReadonlyArray<string> } = {
  cancel: lines(`
    Cancel my order as soon as possible
    Could you cancel it as soon as possible?
    I can't do it myself, please cancel it
    Könnten Sie vielleicht meine Bestellung stornieren?
    wie besprochen bitte stornieren
    please cancel my order
    hi there cancel my order
    Hello, I need to cancel my order
    I have to cancel my last order because it was late
    I want to cancel it, no need to ask
    No need to wait, cancel it
    No need to worry, just cancel my order
    no need to hurry but cancel order 5 please
    cancel it, no need to confirm
    go ahead and cancel my order
    please go and cancel it
    could you go ahead and cancel it
    try and cancel it please
    please proceed and cancel my order
    Don't ship it, cancel it
    I dont want it anymore, cancel it
    I don't need it and want to cancel it
    I do not need it and please cancel it
    I didnt mean to order, please cancel it
    it isnt what I wanted, cancel it please
    I cant use it, cancel my order
    I wont be home so cancel my order
    my wife already bought one, cancel my order
    I accidentally ordered twice, cancel the last order
    I ordered by mistake, please cancel it
    I clicked the wrong thing, please cancel my order
    my order is late cancel it
    wrong size cancel order 5
    I'm sorry but I have to cancel my order
    I'm afraid I have to cancel order 5
    Sorry, I need to cancel
    I must cancel my order
    I'm going to have to cancel my order
    I'll have to cancel it
    I'd like you to cancel order 5
    I want you to cancel it
    I need you to cancel it now
    I must ask you to cancel my order
    I would really like to cancel my order
    I would like to please cancel my order
    I really need to cancel it
    we want to cancel our order
    let's cancel it
    let me cancel my order
    I am going to cancel my order
    I decided to cancel it
    we've decided to cancel the order
    can you please just cancel it?
    would you kindly cancel it?
    would you be so kind as to cancel my order
    would you mind cancelling my order?
    can u cancel it
    you may cancel it
    ok you can cancel it
    you can cancel it now
    yes cancel it
    then cancel it
    actually, cancel it
    Cancel it - I changed my mind
    Cancel my order - thanks
    please cancel it 🙏
    cancel order 5 😡
    I wanna cancel my order
    I gotta cancel it
    help me cancel my order
    make sure to cancel my order
    time to cancel it
    please do cancel it
    please have it cancelled
    I need it cancelled
    I want my order cancelled
    it has to be cancelled
    they both have to be cancelled
    it needs cancelling
    Everybody is ill, please cancel my order
    Nobody is at home, so please cancel my order
    Somebody ordered for me already, so cancel mine, I mean my order
    I was wrong about the size, cancel it please
    I never got it. Cancel it please.
    I hereby cancel order 5
    I request the cancellation of my order
    I'd be happy if you would cancel it
    I trust you to handle it, so cancel it
    As it's late I want to cancel it
    I'm trying but it is too heavy, cancel my order
    He doesn't need it anymore, cancel my last order
    my piano order, please cancel it
    Good morning, I would like to cancel the order I placed yesterday
    Hello! Please cancel my most recent order, thank you so much
    hey can you cancel my order real quick
    pls cancel
    cancel pls
    cancel order
    CANCEL MY ORDER
    Cancel it!!!
    cancel it right now
    i'd like 2 cancel my order
    just cancel the thing
    okay then cancel it
    ok so cancel it
    no, cancel it
    No. Cancel it.
    yes I want to cancel it
    yes I do want to cancel it
    I do want to cancel my order
    I definitely want to cancel it
    I'd love to cancel my order
    I'm ready to cancel it
    I am writing to cancel my order
    I'm calling to cancel my order
    I'm here to cancel my order
    I'm looking to cancel my order
    I wish to cancel order 5
    my wish is to cancel order 5
    all I want is to cancel it
    I ask you to cancel my order
    I am asking you to cancel it
    I'm asking you to please cancel my order
    we ask you to cancel the order
    please be so kind as to cancel it
    be so good as to cancel my order
    be a dear and cancel it
    do me a favour and cancel my order
    would you go ahead and cancel it
    you should cancel my order please
    you need to cancel my order
    you must cancel it now
    I insist that you cancel my order
    I demand that you cancel it
    I request that you cancel my order
    I would like for you to cancel my order
    I need this order cancelled
    I want this cancelled
    I want order 5 cancelled
    I need to get it cancelled
    get it cancelled please
    this order needs to be cancelled
    this must be cancelled
    My daughter broke her leg so we have to cancel
    since I lost my job I have to cancel it
    because of the delay I want to cancel my order
    due to the delay I want to cancel my order
    unfortunately I have to cancel
    sadly I must cancel my order
    regrettably I need to cancel order 5
    I no longer need it, please cancel
    I dont need it so cancel it
    it isnt needed anymore, please cancel it
    I cant wait any longer, cancel my order
    I wont need it. Cancel it please.
    couldnt wait, bought it elsewhere. Please cancel.
    Not needed anymore, cancel order 5
    Not happy with the price, please cancel my order
    Nothing fits, so please cancel my order
    never mind the delivery, cancel the order
    Stop it and cancel my order
    stop the order please
    drop my last order
    scrap that order
    call it off
    call off my order
    abort the order
    void my order
    Please withdraw my order
    delete my order
    Can you cancel order 5 for me
    can you cancel order 5 for me?
    could you please cancel it for me, thanks
    will you please cancel it
    Bitte stornieren Sie meine letzte Bestellung
    Storniere bitte die Bestellung 5
    Ich muss meine Bestellung leider stornieren
    Bestellung stornieren bitte
    Hallo, ich möchte gerne meine Bestellung von gestern stornieren
    Kannst du meine Bestellung stornieren?
    Ich will die Bestellung widerrufen
    hiermit storniere ich meine Bestellung
    Annulez la commande, s'il vous plaît
    annule ma dernière commande stp
    je veux annuler ma commande
    Je souhaiterais annuler cette commande
    Pourriez-vous annuler ma commande ?
    Merci d'annuler ma commande
    annuler ma commande svp
    cancela mi último pedido
    cancele el pedido por favor
    Quisiera anular mi pedido
    Necesito cancelar el pedido 5
    ¿Podría cancelar mi pedido, por favor?
    cancelar pedido
    annulla il mio ultimo ordine
    Vorrei cancellare l'ordine
    Puoi annullare il mio ordine?
    Voglio annullare l'ordine
    quero cancelar a minha última compra
    Gostaria de cancelar o pedido
    Pode cancelar meu pedido, por favor?
    cancela o pedido
    annuleer mijn bestelling alstublieft
    Ik wil graag mijn bestelling annuleren
    Kunt u mijn bestelling annuleren?
    отмени мой последний заказ
    Я хочу отменить заказ
    Можете отменить мой заказ?
    прошу отменить заказ
    Anuluj moje zamówienie
    Chcę anulować zamówienie
    Chciałbym anulować moje ostatnie zamówienie
    siparişimi iptal etmek istiyorum
    lütfen siparişi iptal edin
    avbeställ min order tack
    Jag vill avbeställa min beställning
    Jeg vil gerne annullere min ordre
    Kanseller bestillingen min
    batalkan pesanan saya
    Saya mau membatalkan pesanan saya
    Tolong batalkan pesanan saya
    hủy đơn hàng của tôi
    Tôi muốn hủy đơn hàng
    ألغ طلبي من فضلك
    أريد إلغاء الطلب
    मेरा ऑर्डर रद्द कर दो
    कृपया मेरा ऑर्डर रद्द करें
    मैं अपना ऑर्डर रद्द करना चाहता हूँ
    我想取消订单
    请帮我取消我的订单
    帮我取消最近的订单
    可以帮我取消订单吗？
    キャンセルしたいです
    注文をキャンセルお願いします
    最後の注文を取り消してください
    주문을 취소하고 싶어요
    주문 취소 부탁드립니다
    취소해줘
    ich bitte um Stornierung meiner Bestellung
    Ich bitte um Stornierung der Bestellung 00000000-0000-7000-8000-000000000001
    Bitte stornieren, ich habe mich vertan
    Stornieren bitte, ist zu teuer
    annulez ma commande, je me suis trompé
    annulez ma commande, ma fille en a déjà une
    cancela mi pedido, ya no lo quiero
    cancele o pedido, não quero mais
    annulla l'ordine, non mi serve più
    annuleer de bestelling, dit is te groot
    отмените заказ, я передумал
    anuluj zamówienie, pomyliłem się
    iptal et lütfen, yanlış ürün
    キャンセルしてもらえますか？
    キャンセルしてください、間違えました
    취소해 주실 수 있나요?
    你能取消我的订单吗？
    可以帮我取消订单吗
    Kan du avbeställa min order?
    Vil du annullere ordren?
    Siparişimi iptal edebilir misiniz?
    من فضلك ألغ الطلب
    هل يمكنك إلغاء طلبي؟
    क्या आप मेरा ऑर्डर रद्द कर सकते हैं?
    czy możesz anulować moje zamówienie?
    você pode cancelar meu pedido?
    Cancel it or I'll report you
    Cancel my order or I'll sue you
    cancel it and I'll order the blue one
    Cancel it and I'll be happy
    Cancel my order, I will never buy here again
    I'll never buy here again, cancel my order
    Hello support: cancel my order
    Request: cancel my order
    Is there any way you could cancel my order?
    is it possible for you to cancel my order?
    Any chance you could cancel it for me?
    I was wondering if you could cancel order 5
    Can you help me to cancel order 5?
    I need help cancelling my order
    I need some help to cancel my order
    Would you mind to cancel my order?
    would you be so kind to cancel my order?
    Let's cancel order 5, shall we?
    Cancel it, ok?
    Cancel it, will ya?
  `),
  order: lines(`
    check out everything
    check out everything in my cart
    order everything
    buy everything now
    buy all of it
    grab all of it
    grab everything in my cart
    buy the lot
    order what's in my cart
    go ahead and place the order
    please go on and place my order
    I want to check out
    I'd like to proceed to checkout
    go to checkout
    take me to checkout
    bring me to the checkout
    I want to go to checkout
    I'm going to buy it
    I'll take it
    we'll take it
    let's get it
    I have to buy it now
    can you place the order
    you may place the order
    I'm ready to check out
    No need to wait, place the order
    I don't want anything else, place the order
    I dont need express, place the order
    please place the order - thanks
    place the order 🙏
    yes place the order
    please just buy it
    I want to order it
    I need you to place the order
    I am happy with it, place the order
    place the order
    Place my order please
    place the order now
    please go ahead with the order and place the order
    I'd like to place the order
    I want you to place the order
    I need you to check out
    let's order it
    let's place the order
    let's go ahead and check out
    I'm ready, check out
    ok check out
    ok, place the order
    yes, check out
    then place the order
    I've decided to buy it
    I'll buy it
    I will take it
    we want to buy it
    we'll buy all of it
    order all of it
    buy all the items in my cart
    order everything in the basket
    pay for it
    pay for everything
    pay now please
    submit the order
    complete my order
    finish the purchase
    confirm my order
    could you check out for me?
    would you place the order?
    please buy it for me
    can u buy it
    checkout pls
    proceed to payment
    let's go to checkout
    on to checkout
    off to checkout
    jetzt bestellen bitte
    Bestell es bitte
    Validez ma commande svp
    Quiero hacer el pedido
    confermi l'ordine per favore
    оформите заказ пожалуйста
    złóż zamówienie proszę
    请下单
    注文をお願いします
    주문해 주세요
    Go ahead with the order
    Let me check out please
    check me out please
  `),
  return: lines(`
    I want to return my last order
    return order 5
    please return it, it broke
    I have to return it
    I'd like to send it back
    send it back to you please
    send order 5 back
    take it back please
    I need to send back the jacket
    I'm returning it
    I'm sending it back
    go ahead and return it
    No need to wait, return it
    I dont like it, return it
    I didnt want it, I want to return it
    it doesnt fit, send it back
    give me my money back
    I want my money back
    send me my money back
    hand me back my money
    can you take it back?
    I want a refund
    could you arrange a return
    start a return for order 5
    return all of my last order
    I wanna return it
    my wife hates it, I want to return it
    kindly take back my last order
    we'd like to return our order
    I need you to return order 5
    please return my last order - it's broken
    return my order 😡
    I'd like to return order 5
    I want to send my last order back
    I need to return the shoes
    please take it back
    I have to send it back
    I'm afraid I have to return it
    I'm sorry, I must return it
    it's broken so I want to return it
    it isnt what I ordered, please return it
    doesnt fit, return it
    they dont fit, I want to send them back
    return my last order please
    return it - it's too small
    return it 🙏
    go ahead and start a return
    start the return
    please open a return
    we need to send it back
    let's return it
    let's send it back
    I wanna send it back
    return the whole order
    return everything in order 5
    return all of it
    return all items
    give it back
    I want to give it back
    I'd like a refund
    I demand a refund
    refund my last order
    get me my money back
    I'd like to get my money back
    my wife doesn't like it, I want to return it
    Ich möchte das Paket zurückschicken
    Ich möchte die Jacke zurückgeben
    bitte zurücksenden
    Je veux retourner les chaussures
    Je souhaite renvoyer le colis
    Quiero devolver los zapatos
    Vorrei restituire il pacco
    Ik wil het pakket terugsturen
    хочу вернуть посылку
    Chciałabym zwrócić zamówienie
    iade etmek istiyorum
    Jeg vil returnere pakken
    saya ingin mengembalikan barang
    tôi muốn trả hàng
    أريد إرجاع الطلب
    मैं ऑर्डर वापस करना चाहती हूँ
    我想退货
    返品をお願いします
    반품하고 싶습니다
    Bitte Retoure anlegen
    Quiero devolverlo
    Je voudrais le retourner
    je veux les rendre
    Ich will es zurückgeben, es passt nicht
    would like to return my last order
    My wife says it's too small, return it
  `),
  refund: lines(`
    refund me
    please refund me
    I want a refund
    I need my money back
    process my refund
    go ahead and refund me
    could you refund me?
    I'd like you to refund me
    I want you to process the refund
    give me my money back
    hand me back my money
    No need to wait, refund me
    I dont want credit, refund me
    it never arrived, refund me
    I'd like to be reimbursed
    please issue the refund
    you must refund me
    you have to refund me
    I'm asking for a refund
    refund it - it's broken
    please give me a refund
    I would like my money back
    I'd like you to process my refund
    we want our money back
    I insist on my refund
    refund the return
    refund it
    refund order 5
    go ahead, refund me
    issue the refund now
    I need you to refund me
    can you refund me
    could you give me a refund?
    reimburse me
    please pay me back
    I want to be refunded my money back
    get me my money back
    give me the refund please
    Ich möchte eine Erstattung
    Je veux un remboursement
    quiero un reembolso
    voglio un rimborso
    quero meu dinheiro de volta
    Ik wil mijn geld terug
    верните мне деньги
    proszę o zwrot pieniędzy
    paramı geri istiyorum
    请退款
    환불 부탁드려요
    Bitte erstatten Sie mir das Geld
  `)
}

const [a, b, c] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)

/** With the ids that it is given to. */
const named: ReadonlyArray<readonly [string, Act | "readdress", ReadonlyArray<unknown>]> = [
  [`Cancel and refund order ${a}`, "cancel", [a]],
  [`Cancel, refund and return ${a}`, "cancel", [a]],
  [`Please cancel the following:\nOrder ${a} placed on Nov 3`, "cancel", [a]],
  [`Cancel the order and track ${b}`, "cancel", []],
  [`Cancel it, I already got ${b}`, "cancel", []],
  [`Cancel order ${a} and tell me the status of order ${b}`, "cancel", [a]],
  [`Cancel ${a} and ship order ${b} to 9 Elm Street, 02101`, "cancel", [a]],
  [`Cancel ${a} and ship order ${b} to 9 Elm Street, 02101`, "readdress", [b]],
  [`Cancel ${a}, I already got ${b}`, "cancel", [a]],
  [`Since ${b} arrived, please cancel ${a}`, "cancel", [a]],
  [`Cancel ${a}. ${b} is fine.`, "cancel", [a]],
  [`I love ${b}, cancel ${a}`, "cancel", [a]],
  [`${b} came today, so cancel ${a} please`, "cancel", [a]],
  [`Cancel ${a} which I ordered together with ${b}`, "cancel", [a]],
  [`Cancel ${a} because ${b} is enough`, "cancel", [a]],
  [`Cancel ${a}, ${b} is enough`, "cancel", [a]],
  [`Cancel ${a} and track ${b}`, "cancel", [a]],
  [`Track ${b} and cancel ${a}`, "cancel", [a]],
  [`Cancel ${a} and return ${b}`, "cancel", [a]],
  [`Cancel ${a} and return ${b}`, "return", [b]],
  [`Return ${b}, cancel ${a}`, "cancel", [a]],
  [`Return ${b}, cancel ${a}`, "return", [b]],
  [`Cancel ${a} as I have ${b}`, "cancel", [a]],
  [`Cancel ${a}; show me ${b}`, "cancel", [a]],
  [`Cancel ${a} - ${b} can stay`, "cancel", [a]],
  [`Cancel my last order. Where is ${b}?`, "cancel", []],
  [`Since ${b} arrived, cancel my last order`, "cancel", []],
  [`I got ${b}, cancel the other one`, "cancel", []],
  [`I got ${b}, cancel the one with the lamp`, "cancel", []],
  [`Cancel ${a} and ${b}`, "cancel", [a, b]],
  [`Cancel ${a}, ${b} and ${c}`, "cancel", [a, b, c]],
  [`Cancel order ${a} and also order ${b}, please`, "cancel", [a, b]],
  [`Cancel both orders: ${a} and ${b}`, "cancel", [a, b]],
  [`Cancel ${a} as well as ${b}`, "cancel", [a, b]],
  [`Cancel ${a} together with ${b}`, "cancel", [a, b]],
  [`Cancel orders ${a}, ${b}`, "cancel", [a, b]],
  [`Cancel ${a} and cancel ${b} too`, "cancel", [a, b]],
  [`Cancel ${a}. Also ${b}.`, "cancel", [a, b]],
  [`${a} and ${b}: cancel both`, "cancel", [a, b]],
  [`Cancel my order please. The number is ${a}.`, "cancel", [a]],
  [`Cancel my order, it's ${a}`, "cancel", [a]],
  [`Cancel my last order (${a})`, "cancel", [a]],
  [`Cancel my last order, ${a}`, "cancel", [a]],
  [`Order ${a} is late, cancel it`, "cancel", [a]],
  [`Order ${a}: please cancel my order`, "cancel", [a]],
  [`Please cancel these:\n${a}\n${b}`, "cancel", [a, b]],
  [`Please cancel these:\n- ${a}\n- ${b}`, "cancel", [a, b]],
  [`Hi, my order ${a} has the wrong size. I'd like to cancel it.`, "cancel", [a]],
  [`Return ${a} and ${b}, both are broken`, "return", [a, b]],
  [`Return order ${a}, ${b} I will keep`, "return", [a]],
  [`Don't cancel ${b}, cancel ${a}`, "cancel", [a]],
  [`Cancel ${a}, not ${b}`, "cancel", [a]],
  [`Cancel ${a} instead of ${b}`, "cancel", [a]]
]

const ambiguous: ReadonlyArray<string> = [
  `Cancel ${a}, sorry, I mean ${b}`,
  `Cancel ${a} or ${b}`,
  `Cancel ${a}, no, ${b}`,
  `Cancel ${a}... actually ${b}`,
  `Cancel ${a} or maybe order ${b}`
]

describe("consent, sentence by sentence", () => {
  it.each(answers.yes)("is a yes: %s", (message) => {
    for (const [act, history] of asked) {
      assert.isTrue(agrees(act, message, history), act)
    }
  })

  it.each(answers.none)("is no yes: %s", (message) => {
    for (const [act, history] of asked) {
      assert.isFalse(agrees(act, message, history), act)
    }
  })

  for (const [act, messages] of Object.entries(unasked)) {
    it.each(messages)(`to ${act} is not in: %s`, (message) => {
      assert.isFalse(agrees(act as BindingAct, message))
      for (const [, history] of asked.filter(([proposed]) => proposed === act)) {
        assert.isFalse(agrees(act as BindingAct, message, history))
      }
    })
  }

  for (const [act, messages] of Object.entries(wishes)) {
    it.each(messages)(`to ${act} is in: %s`, (message) => {
      assert.isTrue(agrees(act as BindingAct, message))
    })
  }

  it.each(named)("is given to the ids of the act: %s (%s)", (message, act, ids) => {
    const consent = Option.getOrThrow(consentTo(act, message, []))
    assert.deepStrictEqual(consent.ids, ids)
    assert.isTrue(
      ids.length > 0 || [a, b, c].every((id) => !message.includes(`${id}`) || consent.spared.includes(`${id}`))
    )
  })

  it.each(ambiguous)("is not in one of two: %s", (message) => {
    assert.isFalse(agrees("cancel", message))
  })
})
