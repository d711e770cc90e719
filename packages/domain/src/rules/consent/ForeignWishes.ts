import { type BindingAct } from "../../tools/Binding.ts"
import { withoutIds } from "./Names.ts"
import { byAct, inAnyLanguage, together, word } from "./Patterns.ts"
import * as Words from "./Words.ts"

/** How customers tell us in another language to do something that binds them. */

/** Whole words of one language, or parts of them where it does not separate words. */
interface Wish {
  /** What tells us to do the act: imperatives, infinitives, and nouns where a wish takes them. Not what tells of it. */
  readonly acts: { readonly [A in BindingAct]: string }
  /** Who wishes: only the first person. */
  readonly wanting: string
  /** What else stands beside the act: what it is done to, how soon, a greeting. */
  readonly beside: string
  /** In front of the name of any thing, which goes back. */
  readonly articles?: string
  /** Where an order is to go. */
  readonly place: string
  readonly isUnspaced?: true
}

/** All from a preposition on, if a number follows within a few words. */
const behind = (prepositions: string) => `(?:${prepositions}) (?:\\S+ ){0,6}?\\S*\\d.*`
/** Beside another script, a place may stand anywhere. */
const inLatin = "[a-z]+"

const wishes: ReadonlyArray<Wish> = [
  {
    // German; "die stornieren" is somebody else.
    acts: {
      order:
        "zur kasse|(?:jetzt|alles|das|es) (?:kaufen|bestellen)|bestelle?(?: bitte)? (?:es|das|alles|jetzt|den warenkorb|meinen warenkorb)|bestellen sie(?: bitte)? (?:es|das|alles|jetzt)|(?:bestellung )?(?:bitte )?(?:auf|ab)(?:geben|schicken|senden)|(?:schließen?|schicken?|geben?) (?:sie )?(?:die|meine) bestellung",
      cancel:
        "hiermit (?:storniere|widerrufe) ich|stornier(?:en sie|en|e)?|annullieren?(?: sie)?|widerrufen?(?: sie)?|abbestellen|(?:um|eine) stornierung",
      readdress: "ändern?(?: sie)?|liefern?(?: sie)?|(?:um)?leiten?(?: sie)?|schicken?(?: sie)?|senden?(?: sie)?",
      return:
        "zurück(?: ?(?:schicken|senden|geben))|retournieren?|(?:schicke?|sende|gebe?|nehmen sie) (?:es|das|alles|sie) zurück|(?:eine )?(?:retoure|rücksendung|rückgabe)(?: anlegen| starten)",
      refund:
        "(?:zurück)?erstatten?(?: sie)?|(?:eine|die|um|um eine|volle) (?:rück)?erstattung|(?:mein |das )?geld zurück(?: haben)?|(?:eine )?rückzahlung"
    },
    wanting:
      "ich (?:möchte|will|würde|muss|hätte|brauche|bitte)(?: sie)?|(?:möchte|will|würde|muss|hätte) ich|wir (?:möchten|wollen|würden|müssen)",
    beside:
      "gerne?|(?<=(?:sie|du) )vielleicht|leider|jetzt|sofort|umgehend|gleich|einfach|also|dann|mal|doch|hiermit|mir|uns|es|das|alles|geld|betrag|um|(?:(?:die|den|der|das|diese[ns]?) )?(?:(?:letzten?|neuesten?|aktuellen?|ganzen?|gesamten?|komplette?n?) )?(?:bestellung(?:en)?|order|paket|sendung|lieferung|ware|produkt|artikel|adresse|lieferadresse)|meine[nrs]?|mein|unsere[nr]?|letzten?|neuesten?|ganzen?|gesamten?|nummer|nr|von (?:gestern|heute)|wie besprochen|hallo|hi|guten (?:tag|morgen|abend)|und",
    articles: "die|den|das|meine|meinen|mein",
    place: behind("an|auf|nach|zu|zur|in")
  },
  {
    // French
    acts: {
      order:
        "pass(?:e|er|ez) (?:la|ma|cette) commande|valid(?:e|er|ez) (?:la|ma|mon|le) (?:commande|panier)|command(?:e|er|ez) (?:la|le|les|tout)|ach[eè]t(?:e|er|ez) (?:la|le|les)",
      cancel: "annul(?:e|er|ez)|(?:l|une) annulation",
      readdress: "chang(?:e|er|ez)|modifi(?:e|er|ez)|livr(?:e|er|ez)|expédi(?:e|er|ez)|envoy(?:er|ez)|envoie",
      return: "retourn(?:e|er|ez)|renvoy(?:er|ez)|renvoie|rendre|rendez|un retour",
      refund: "(?:être )?rembours(?:e|er|ez|ée?)(?: moi)?|(?:le|un|mon) remboursement"
    },
    wanting:
      "je (?:veux|voudrais|souhaite|souhaiterais|dois|demande)|j (?:aimerais|ai besoin d|exige)|nous (?:voulons|voudrions|souhaitons)",
    beside:
      "la|le|les|l|ma|mon|mes|cette|ce|d|de|dernière|toute|entière|commandes?|colis|paquet|achat|produits?|articles?|adresse|livraison|numéro|maintenant|immédiatement|tout|moi|merci d|s il (?:vous|te) plaît|bonjour|salut|bonsoir|donc|alors|bien|hier|vite",
    articles: "la|le|les|l|ma|mon|mes|cette|ce",
    place: behind("au|aux|à|vers|pour|chez|par")
  },
  {
    // Spanish
    acts: {
      order:
        "(?:haz|hacer|haga|realiza|realizar|realice|confirma|confirmar|confirme|finaliza|finalizar|completa|completar) (?:el|mi|la|este) (?:pedido|compra)|c[oó]mpr[ae]l[oae]s?|comprarl[oa]s?|pídel[oa]|pagar ahora",
      cancel:
        "cancel(?:ar|a|e|á|en)(?:l[oae]s?)?|cancél[ae](?:me)?l[oae]s?|anul(?:ar|a|e|á|en)(?:l[oae]s?)?|anúl[ae]l[oae]s?|la (?:cancelación|anulación)",
      readdress: "(?:cambi|envi|mand|entreg)(?:ar|a|e)(?:l[oa])?|env[ií](?:a|e)(?:l[oa])?|envíal[oa]",
      return: "devolver(?:l[oae]s?)?|devuelv[ae]|devuélv[ae]l[oae]s?|retornar(?:l[oa])?|(?:una|la) devolución",
      refund:
        "reembols(?:ar|a|e|en)(?:me(?:l[oa])?)?|reembóls[ae](?:me|lo)+|(?:un|el|mi) reembolso|devuélv[ae](?:me|n?me) (?:el|mi) dinero|(?:recuperar )?mi dinero(?: de vuelta)?|que me (?:devuelvan|devuelvas|reembolsen|reembolses)"
    },
    wanting:
      "(?:yo )?(?:quiero|quisiera|deseo|necesito|solicito|pido|exijo|debo)|tengo que|me gustaría|queremos|quisiéramos|necesitamos",
    beside:
      "el|la|los|las|lo|mi|mis|este|esta|ese|esa|de|último|última|todo|toda|entero|pedidos?|compra|orden|paquete|productos?|artículos?|dirección|direccion|número|ahora|ya mismo|inmediatamente|hola|buen[oa]s (?:días|tardes|noches)|entonces|pues|ayer|dinero|el dinero",
    articles: "el|la|los|las|mi|mis|este|esta|estos|estas",
    place: behind("a|al|en|hacia|por|para")
  },
  {
    // Portuguese
    acts: {
      order:
        "(?:faz|fazer|faça|realiza|realizar|realize|confirma|confirmar|confirme|finaliza|finalizar|finalize|conclua|concluir) (?:o|a|meu|minha|este|esta) (?:pedido|compra|encomenda)|compre isso",
      cancel: "cancel(?:ar|a|e|á)(?: ?l[oa]s?)?|anul(?:ar|a|e|á)(?: ?l[oa]s?)?|o cancelamento",
      readdress: "(?:mud|alter|troc|envi|mand)(?:ar|a|e|em)|entreg(?:ar|a|ue|uem)",
      return: "devolv(?:er|a|ê)(?: ?l[oa]s?)?|retornar|uma devolução",
      refund:
        "reembols(?:ar|a|e|em)(?: me)?|(?:o|um|meu) (?:reembolso|estorno)|estorn(?:ar|e|em)|(?:o )?meu dinheiro(?: de volta)?|me devolvam"
    },
    wanting:
      "(?:eu )?(?:quero|queria|desejo|preciso|gostaria de|solicito|peço|exijo|devo)|tenho (?:que|de)|(?:nós )?queremos",
    beside:
      "o|a|os|as|um|meu|minha|meus|minhas|este|esta|esse|essa|de|último|última|todo|toda|inteiro|pedidos?|compra|encomenda|pacote|produtos?|itens|endereço|endereco|número|agora|já|imediatamente|olá|oi|bom dia|boa (?:tarde|noite)|então|ontem|isso|me",
    articles: "o|a|os|as|meu|minha|meus|minhas|este|esta|esses|essas",
    place: behind("para|a|ao|em|no|na")
  },
  {
    // Italian
    acts: {
      order:
        "(?:effettua|effettuare|effettui|conferma|confermare|confermi|completa|completare|completi|invia|inviare|invii) (?:l|il|il mio|questo|il seguente) (?:ordine|acquisto)|ordinal[aeio]|compral[aeio]|acquistal[aeio]|procedi con l (?:ordine|acquisto)|procedere con l (?:ordine|acquisto)",
      cancel:
        "annull(?:are|arl[aeio]|a|al[aeio]|i)|cancell(?:are|arl[aeio]|a|al[aeio]|i)|(?:l|un) (?:annullamento|cancellazione)",
      readdress:
        "cambi(?:are|a)?|modific(?:are|a|hi)|spedi(?:re|sci|sca|scil[aeio]|te)|consegn(?:are|a|ate|i)|invi(?:are|a|ate|i|al[ao])",
      return:
        "restitu(?:ire|irl[aeio]|isci|isca)|rendere|renderl[aeio]|rimand(?:are|arl[aeio]|a|al[aeio])|un reso|fare (?:il|un) reso",
      refund: "rimbors(?:are|armi|ami|atemi|a|i|ate)|(?:il|un|del) rimborso|(?:indietro )?i miei soldi(?: indietro)?"
    },
    wanting:
      "(?:io )?(?:voglio|vorrei|desidero|devo|chiedo|richiedo|esigo)|ho bisogno di|mi piacerebbe|vogliamo|vorremmo",
    beside:
      "il|lo|la|i|gli|le|l|un|mio|mia|miei|mie|quest[oaie]|quell[oa]|di|ultim[oa]|tutto|tutta|intero|ordin[ei]|acquisto|pacco|prodott[oi]|articol[oi]|indirizzo|spedizione|numero|adesso|ora|subito|immediatamente|ciao|salve|buongiorno|buonasera|allora|quindi|ieri|pure|mi",
    articles: "il|lo|la|i|gli|le|l|mio|mia|quest[oaei]",
    place: behind("a|al|in|verso|presso|per")
  },
  {
    // Dutch
    acts: {
      order:
        "(?:plaats|plaatsen) (?:de|mijn|deze) bestelling|bestelling plaatsen|bestel (?:het|dit|alles|nu)|(?:nu )?afrekenen",
      cancel: "annule(?:er|ren)|afzeggen|zeg (?:de|mijn) bestelling af",
      readdress: "wijzig(?:en)?|verander(?:en)?|bezorg(?:en)?|stuur|sturen|verzend(?:en)?|lever(?:en)?",
      return: "retour(?:neer|neren)|terug(?:sturen|brengen)|stuur \\p{L}+ terug|een retour",
      refund: "terugbetal(?:en|ing)|betaal \\p{L}+ terug|(?:mijn|het) geld terug|vergoed(?:en)?"
    },
    wanting: "ik (?:wil|zou|moet|wens|verzoek)|(?:wil|zou|moet) ik|wij willen|we willen",
    beside:
      "graag|helaas|de|het|dit|deze|die|mijn|laatste|hele|gehele|alles|bestelling(?:en)?|order|pakket|pakje|product(?:en)?|artikel(?:en)?|adres|nummer|nu|meteen|direct|hallo|hoi|goedendag|goedemorgen|dus|dan|even|maar even|van gisteren|om|te|willen|mij|me|een",
    articles: "de|het|deze|mijn|dit",
    place: behind("naar|op|aan|in")
  },
  {
    // Russian
    acts: {
      order: "оформ(?:и|ите|ить) (?:мой |этот |мне )?заказ|закажи(?:те)? (?:это|всё|все)|купи(?:те)? (?:это|всё|все)",
      cancel: "отмени(?:те|ть)?|отменяй(?:те)?|аннулируй(?:те)?|аннулировать",
      readdress: "измени(?:те|ть)?|поменя(?:й|йте|ть)|достав(?:ь|ьте|ить)|отправ(?:ь|ьте|ить)",
      return: "верн(?:и|ите|уть)|возвратить|(?:оформить|хочу|на) возврат",
      refund: "верн(?:и|ите|уть) (?:мне )?(?:мои )?деньги|возмест(?:и|ите|ить)|возврат (?:денег|средств)"
    },
    wanting: "(?:я )?(?:хочу|хотел бы|хотела бы|желаю|требую|должен|должна)|мне (?:нужно|надо|нужен)|(?:мы )?хотим",
    beside:
      "мой|моего|мои|моя|мою|этот|это|эту|его|её|ее|их|последний|последнего|последнюю|весь|всё|все|заказ(?:а|ы)?|посылку|товар|покупку|адрес|доставки|номер|сейчас|немедленно|срочно|мне|деньги|здравствуйте|привет|добрый (?:день|вечер)|тогда|вчерашний|бы",
    place: inLatin
  },
  {
    // Polish
    acts: {
      order:
        "złóż(?:cie)? (?:to |moje )?zamówienie|złożyć (?:to |moje )?zamówienie|zamów(?:cie)? (?:to|wszystko)|kup(?:cie)? (?:to|teraz)",
      cancel: "anuluj(?:cie)?|anulować|o anulowanie|anulowanie|odwołaj(?:cie)?|odwołać|stornuj",
      readdress: "zmień(?:cie)?|zmienić|o zmianę|wyślij(?:cie)?|wysłać|dostarcz(?:cie|yć)?",
      return: "zwróć(?:cie)?|zwrócić|odesłać|odeślij(?:cie)?|o zwrot|dokonać zwrotu",
      refund: "(?:o )?zwrot (?:pieniędzy|środków)|zwróć(?:cie)? (?:mi )?pieniądze"
    },
    wanting: "(?:ja )?(?:chcę|chciałbym|chciałabym|muszę|pragnę|żądam|wnoszę)|chcemy|chcielibyśmy",
    beside:
      "moje|mojego|moją|mój|to|tego|tę|te|ostatnie|ostatniego|całe|całego|zamówieni[ea]|paczkę|przesyłkę|towar|produkt|adres|adresu|dostawy|numer|teraz|natychmiast|mi|dzień dobry|cześć|witam|więc|wczorajsze|wszystko",
    place: behind("na|do|pod")
  },
  {
    // Turkish
    acts: {
      order: "siparişi(?:mi)? (?:ver|verin|tamamla|tamamlayın|onayla|onaylayın|vermek)|satın al(?:ın|mak)?",
      cancel: "iptal(?: (?:et|edin|ediniz|etmek|edilsin|edelim))?",
      readdress: "değiştir(?:in|mek)?|gönder(?:in|mek)?|teslim (?:et|edin|etmek)",
      return: "iade(?: (?:et|edin|ediniz|etmek))?|geri (?:gönder|göndermek|al|alın)",
      refund: "para iadesi|paramı(?: geri)?|geri öde(?:yin)?|iade (?:et|edin)"
    },
    wanting: "istiyorum|isterim|istiyoruz|rica ediyorum|talep ediyorum",
    beside:
      "siparişi(?:mi)?|sipariş|son|bu|bunu|onu|tüm|bütün|hepsini|paketi(?:mi)?|ürünü|ürünleri|adresi(?:mi|ni)?|numaralı|hemen|şimdi|geri|ben|benim|merhaba|selam|o zaman|dünkü|mi|ver|verin|öde|ödeyin",
    place: behind("olarak|şu adrese|adresine")
  },
  {
    // Swedish, Danish, Norwegian
    acts: {
      order:
        "slutför köpet|lägg (?:en |min )?(?:order|beställning)|afgiv (?:ordre|bestilling)|gennemfør køb(?:et)?|fullfør (?:kjøpet|bestillingen)",
      cancel:
        "avbeställ(?:a)?|avbryt(?:a)?|annuller(?:a|e)?|makulera|afbestil(?:le)?|avbestill(?:e)?|kanseller(?:e)?|avboka",
      readdress: "ändra|ændr(?:e)?|endr(?:e)?|byt|skicka|lever(?:er|era|ere)?|sende?",
      return: "returner(?:a|e)?|skicka tillbaka|lämna tillbaka|sende? (?:\\p{L}+ )?(?:tilbage|tilbake)",
      refund:
        "återbetal(?:a|ning)|tilbagebetal(?:e|ing)?|tilbakebetal(?:e|ing)?|refunder(?:a|e)?|(?:mina |mine )?(?:pengarna|pengar|pengene|penge) (?:tillbaka|tilbage|tilbake)"
    },
    wanting:
      "(?:jag|jeg) (?:vill|vil|skulle|ønsker|önskar|måste|må|skal|behöver|kræver|kräver)|vi (?:vill|vil|ønsker|önskar)",
    beside:
      "gärna|gerne|gjerne|vilja|ville|ha|få|ha tillbaka|min|mitt|mina|mine|mit|den|det|denna|dette|denne|de|senaste|sidste|siste|hela|hele|allt|alt|order|ordern?|ordren?|beställning(?:en)?|bestilling(?:en)?|paket(?:et)?|pakken?|vara(?:n)?|varen?|adressen?|nummer|nu|nå|genast|straks|hej|hei|god dag|å|att|at|tyvärr|desværre|en",
    articles: "den|det|de|min|mitt|mina|mine|denna|denne",
    place: behind("till|til|på")
  },
  {
    // Indonesian
    acts: {
      order: "pesan sekarang|buat(?:kan)? pesanan|bayar sekarang|beli sekarang",
      cancel: "batalkan|membatalkan|(?:ingin|mau|minta|mohon) pesanan (?:saya |ini )?dibatalkan|pembatalan",
      readdress: "ganti|ubah|mengubah|mengganti|kirim(?:kan|lah)?|mengirim",
      return: "kembalikan|mengembalikan|retur|meretur|pengembalian(?: barang)?",
      refund: "(?:minta )?uang kembali|kembalikan uang|pengembalian (?:dana|uang)"
    },
    wanting: "(?:saya|aku|kami) (?:ingin|mau|minta|mohon|perlu|hendak|harus)",
    beside:
      "(?:pesanan|order|barang|paket|produk|alamat)(?: saya| aku| ku)?|ini|itu|terakhir(?: saya)?|semua|seluruh|nomor|sekarang|segera|untuk|halo|hai|selamat (?:pagi|siang|sore|malam)|dong|ya|uang",
    articles: "barang",
    place: behind("ke|menjadi|di")
  },
  {
    // Vietnamese
    acts: {
      order: "đặt hàng|thanh toán",
      cancel: "hủy|huỷ",
      readdress: "đổi|giao|gửi|chuyển",
      return: "trả lại|trả hàng|hoàn hàng",
      refund: "(?:được )?hoàn tiền|trả tiền lại|hoàn lại tiền"
    },
    wanting: "(?:tôi|em|mình) (?:muốn|cần|phải|yêu cầu)",
    beside:
      "đơn|hàng|đơn hàng|của tôi|của em|của mình|này|đó|cuối|gần nhất|toàn bộ|cái|số|ngay|bây giờ|luôn|cho tôi|cho em|giúp tôi|hãy|địa chỉ|xin chào|chào|ạ|đi|nhé|sản phẩm|tiền",
    place: behind("đến|tới|thành|sang|về")
  },
  {
    // Arabic
    acts: {
      order: "أتمم الطلب|أكمل الطلب|اطلبه|اشتر(?:ه|ها)?",
      cancel: "ألغ|الغ|ألغوا|إلغاء|الغاء|إلغاءه",
      readdress: "غير|غيّر|تغيير|أرسل|ارسل|أرسلوا|إرسال",
      return: "أرجع|ارجع|إرجاع|ارجاع|أعد|إعادة",
      refund: "استرداد(?: المال| المبلغ| أموالي| نقودي)?|رد المبلغ|نقودي|أموالي"
    },
    wanting: "(?:أنا )?(?:أريد|اريد|أود|اود|أرغب في|أحتاج إلى|يجب أن)",
    beside:
      "طلبي|الطلب|طلب|هذا|هذه|الأخير|الاخير|كله|كل|المنتج|الطرد|العنوان|عنوان|رقم|الآن|الان|فورا|لي|مرحبا|السلام عليكم|أن|إلى|الى|المال",
    place: inLatin
  },
  {
    // Hindi
    acts: {
      order: "ऑर्डर (?:कर(?:ो|ें|िए)?|दे) ?(?:दो|दें|दीजिए)?|खरीद (?:लो|दो|लीजिए|दीजिए)",
      cancel: "(?:रद्द|कैंसल|कैंसिल) (?:करवाना|करना|करने|करो|करें|करिए|कीजिए|कर)",
      readdress: "भेज|भेजें|भेजो|भेजिए|बदल|बदलें|बदलो|बदलना",
      return: "(?:वापस|रिटर्न) (?:करना|करो|करें|करिए|कीजिए|कर)|लौटाना|लौटा",
      refund: "रिफंड|पैसे वापस|धनवापसी"
    },
    wanting: "चाहता हूँ|चाहता हूं|चाहती हूँ|चाहती हूं|चाहते हैं|चाहिए",
    beside:
      "क्या आप|मैं|हम|मुझे|हमें|अपना|अपने|अपनी|मेरा|मेरे|मेरी|ऑर्डर|आर्डर|पार्सल|सामान|पिछला|आखिरी|यह|ये|इसे|को|का|की|पूरा|नंबर|अभी|तुरंत|करना|करो|करें|करिए|कीजिए|कर|है|दो|दें|दीजिए|नमस्ते|पता|पते|पर",
    place: inLatin
  },
  {
    // Chinese
    acts: {
      order: "下单|下單|结账|結帳|付款|提交订单|提交訂單",
      cancel: "(?:取消|撤销|撤銷)(?!的)",
      readdress: "(?:改|换|寄|送|发|發|配送)(?:到|成|为|為|去|至)|修改|更改",
      return: "(?:退货|退貨|退回|退换)(?!的)",
      refund: "(?:退款|退钱|退錢)(?!的)"
    },
    wanting: "我们想要|我们要|我想要|我想|我要|我需要|我希望",
    beside:
      "[你您](?:能|可以)(?:帮我|幫我)?|(?:可以|能)(?:帮我|幫我)|给我|幫我|帮我|我最近的|我的|我|把|将|這個|这个|那个|那個|最近的|上一个|最后一?个?|的|订单|訂單|单子|東西|东西|商品|包裹|地址|收货|现在|現在|马上|馬上|立即|全部|整个|一下|掉|号|號|编号|你好|您好|谢谢|吗|嗎|吧",
    place: inLatin,
    isUnspaced: true
  },
  {
    // Japanese
    acts: {
      order: "注文して|購入して|注文を確定|注文を?お願い|注文したい|購入したい",
      cancel: "キャンセル|取り消して|取り消し|取り消す|取消し?",
      readdress: "変更|変えて|送って|送付|配送して",
      return: "返品|返送",
      refund: "返金|払い戻し"
    },
    wanting: "したいのですが|したいんですが|したいです|したい|希望します|希望です|欲しいです|ほしいです",
    beside:
      "最後の|直近の|私の|昨日の|この|その|それ|これ|ご?注文|購入|商品|荷物|番号|番|住所|届け先|配送先|を|に|の|へ|して|今すぐ|すぐに?|全部|ますか|します|いたします|致します|ます|たい(?:です)?|こんにちは|すみません|頂けますか|頂け|です",
    place: inLatin,
    isUnspaced: true
  },
  {
    // Korean
    acts: {
      order: "주문해|결제해|구매해|결제 진행해?|주문 진행해?|주문하고|결제하고",
      cancel: "취소",
      readdress: "변경|바꿔|보내|배송해",
      return: "반품|돌려보내",
      refund: "환불"
    },
    wanting: "하고 ?싶습니다|하고 ?싶어(?!해)요?|원합니다|원해요",
    beside:
      "(?<!\\p{L})(?:제|내|이|그) |저의|나의|마지막|최근|이번|어제|주문|상품|물건|택배|번호|번|주소지?|배송지|을|를|의|로|으로|지금|바로|당장|전부|모두|싶습니다|싶어(?!해)요|하고|받고|해 ?주실|해|줘요|줘|있을까요|있나요|있어요|드립니다|드려요|드릴게요|합니다|해요|안녕하세요|좀|그냥|그럼|수",
    place: inLatin,
    isUnspaced: true
  }
]

export const foreignPlease = together("(?!)", ({ please }) => please, word)
export const foreignThanks = inAnyLanguage("(?!)", Words.foreignThanks)
const polite = new RegExp(`${foreignPlease.source}|${foreignThanks.source}`, "gu")

/** What tells us to do it in each language, and all that may be said with it. */
const readers = byAct((act) =>
  wishes.map(({ acts, articles, beside, isUnspaced, place, wanting }) => {
    // A vowel sign belongs to its word.
    const form = (alternatives: string) =>
      isUnspaced === true ? `(?:${alternatives})` : `${word(alternatives)}(?!\\p{M})`
    const goods =
      act === "return" && articles !== undefined ? `(?:${acts.return}|${wanting}) (?:${articles}) \\p{L}+|` : ""
    const where = act === "readdress" ? `${place}|` : ""
    return {
      tells: new RegExp(form(acts[act]), "u"),
      said: new RegExp(form(`${where}${goods}${acts[act]}|${wanting}|${beside}`), "gu")
    }
  })
)

/**
 * Whether a clause tells us in another language to do it and says nothing else: "Ich möchte meine Bestellung stornieren",
 * but not "Meine Bestellung wurde storniert" or "Mein Mann will die Bestellung stornieren".
 */
export const tellsAbroad = (act: BindingAct, clause: string): boolean => {
  const words = withoutIds(clause).replace(/['-]/gu, " ").replace(/ +/gu, " ")
  return readers[act].some(
    ({ said, tells }) => tells.test(words) && !/[\p{L}\p{M}]/u.test(words.replace(said, " ").replace(polite, " "))
  )
}
