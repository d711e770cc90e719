/** Replies to a proposal in one language, as whole messages: alternatives separated by `|`. */
export interface Replies {
  /** Phrases that agree to the proposal. */
  readonly yes: string
  /** Phrases that decline or postpone. */
  readonly no: string
  /** Phrases that reinforce a yes; alone they count as `seen`. */
  readonly good?: string
  /** Phrases that acknowledge the message or agree to a fact, but neither accept nor decline the proposal. */
  readonly seen: string
  /** Please and thanks, which may precede or follow the others; alone they count as `seen`. */
  readonly polite: string
  /** Words that may precede the chosen number. */
  readonly number: string
}

/** Words that may accompany a message as thanks do, in every language. */
export const okWords = "ok|okay"

/**
 * Closed lists of short messages that answer a proposal, by language. A phrase that declines or only acknowledges in
 * one language is no affirmation in another, such as Polish "tak", which thanks in Danish.
 */
export const shortMessages: { readonly [language: string]: Replies } = {
  en: {
    yes: "yes|y|yep|yup|yeah|yea|yess|yes yes|aye|sure|sure thing|of course|certainly|absolutely|definitely|by all means|affirmative|confirm|confirmed|i confirm|i confirm it|i confirm that|please confirm it|confirm it|confirm all|confirm both|confirm all of them|approved|i approve|i agree|agreed|go ahead|go for it|do it|do it now|do that|do so|please do|proceed|make it so|yes confirm|yes i confirm|yes confirm it|yes confirmed|yes sure|yes of course|yes absolutely|yes definitely|yes go ahead|yes do it|yes do that|yes please do|yes proceed|yes i agree|yes i do|yes all|yes all of them|yes both|yes both of them|yes to all|sure do it|sure go ahead|yeah sure|yeah do it|yep do it|yes that is right|yes that's right|yes correct|yes please do that|go on|let's do it|yes i want that|i'm sure|i am sure|all of them|both|both of them|yes sir|all|to both|yes to both|yes to all of them|yes to everything|yes all of it",
    no: "no|n|nope|nah|no no|no way|not now|not yet|not today|no not now|no not yet|never|never mind|nevermind|forget it|leave it|don't|do not|don't do it|do not do it|no don't|please don't|stop|no stop|wait|hold on|later|maybe later|none|none of them|neither|neither of them|i changed my mind|changed my mind|i decline|decline|i refuse|rather not|better not|not really|stop it|i don't want that|i don't|leave that|i'd rather not|nothing|no thanks|no sorry",
    good: "fine|that's fine|good|great|perfect|correct|exactly|alright|all right|sounds good|looks good|that works|very good",
    seen: "ok|okay|k|kk|okey|fine|that's fine|alright|all right|good|great|nice|cool|perfect|awesome|excellent|right|correct|exactly|i see|got it|understood|noted|sounds good|looks good|looks great|very good|well|good to know|ok good|ok great|ok fine|ok cool|great ok|alright then|thank you so much|oh ok|that works",
    polite: "please|pls|plz|thanks|thank you|thx|ty|cheers|thanks a lot|many thanks|thank you very much",
    number: "number|nr|option|item|only number|only|the|the number|only the|just|just the|just number|to"
  },
  de: {
    yes: "ja|jawohl|ja gerne|ja gern|gerne|gern|ja ja gerne|ja natürlich|natürlich|selbstverständlich|ja klar|ja sicher|ja genau|einverstanden|ja einverstanden|ich bin einverstanden|bestätigt|bestätige|bestätigen|ich bestätige|ich bestätige das|ja ich bestätige|ja bestätigen|ja bestätigt|mach das|ja mach das|mach es|ja mach es|machen sie das|ja machen sie das|tu das|ja tu das|tun sie das|ja tun sie das|ja das stimmt|ja stimmt|ja passt|ja alle|ja alles|ja beide|auf jeden fall|jo|jap|mach|mach mal|machen|so machen|bitte machen|ich bin mir sicher|ja ich will|ja ich möchte das|alles bestätigen|alles|beide|beides|ja doch|aber ja|bestätige ich|hiermit bestätige ich|sicher|ja zu beiden|ja zu allem|ja für beide|ja alle beide|alle beide",
    no: "nein|nee|nö|ne|nein nein|nein nicht|nicht|nie|niemals|noch nicht|jetzt nicht|nicht jetzt|nein noch nicht|nein jetzt nicht|später|vielleicht später|lieber nicht|nein lieber nicht|doch nicht|auf keinen fall|halt|stopp|stop|warte|warten sie|moment|lass es|lassen sie es|vergiss es|keine|keins|keines|nichts davon|mach das nicht|bitte nicht|abbrechen|nichts|keine von beiden|keins von beiden|keines von beiden|ich will nicht|ich möchte nicht|ich möchte das nicht|lassen sie das|nicht machen|besser nicht|eher nicht|nein danke",
    good: "gut|sehr gut|in ordnung|passt|prima|super|perfekt|genau|richtig|stimmt|das stimmt|klar|alles klar|das passt|passt so",
    seen: "das stimmt|okay|okey|gut|sehr gut|alles klar|klar|in ordnung|passt|prima|super|toll|schön|verstanden|verstehe|ich verstehe|genau|richtig|stimmt|perfekt|aha|na gut|gut so|fein|ja ja|jaja|oki|sehr schön|ach so|achso|das passt|passt so",
    polite: "bitte|danke|danke schön|dankeschön|vielen dank|besten dank|bitte sehr|danke sehr",
    number: "nummer|nr|die nummer|nur nummer|nur|nur die nummer|die|das|nur die|nur das|bitte die|bitte"
  },
  nl: {
    yes: "ja|jazeker|graag|ja graag|ja hoor|zeker|ja zeker|natuurlijk|ja natuurlijk|akkoord|ja akkoord|ik ga akkoord|bevestig|bevestigd|bevestigen|ik bevestig|ik bevestig het|ja bevestig|ja ik bevestig|ja bevestigen|doe maar|ja doe maar|doe het|ja doe het|ja klopt|ja alles|ja allemaal|ja allebei|jawel|jup|doe dat|doe dat maar|ga je gang|ga maar|alles|beide|allebei|zeker weten|dat wil ik|ja op beide|alle twee|ja alle twee|ja op alles",
    no: "nee|neen|nee nee|niet|niet nu|nu niet|nee niet nu|nog niet|nee nog niet|nooit|later|misschien later|liever niet|nee liever niet|toch niet|wacht|wacht even|stop|laat maar|geen|geen van beide|niet doen|doe het niet|vergeet het|toch maar niet|niks|niets|helemaal niet|beter van niet|ik wil niet|ik wil het niet|absoluut niet|nee hoor|nee joh",
    good: "goed|is goed|dat is goed|prima|oké|oke|perfect|klopt|dat klopt|mooi|precies|in orde",
    seen: "oké|oke|goed|heel goed|prima|mooi|fijn|top|duidelijk|begrepen|ik snap het|klopt|perfect|in orde|is goed|dat is goed|juist|precies|ja ja|helder|dat klopt",
    polite: "alsjeblieft|alstublieft|bedankt|dank je|dank u|dankjewel|dank je wel|dank u wel",
    number: "nummer|nr|alleen nummer|alleen|de|alleen de|enkel|optie"
  },
  sv: {
    yes: "ja|japp|jajamän|gärna|ja gärna|javisst|ja visst|självklart|ja självklart|absolut|ja absolut|bekräfta|bekräftar|bekräftat|jag bekräftar|ja bekräfta|ja jag bekräftar|gör det|ja gör det|jag godkänner|jag håller med|ja alla|ja allt|ja båda",
    no: "nej|nej nej|nä|inte|inte nu|nej inte nu|inte än|nej inte än|aldrig|senare|kanske senare|vänta|stopp|stanna|helst inte|gör det inte|glöm det|inga|ingen|inget",
    seen: "okej|bra|fint|jättebra|mycket bra|perfekt|toppen|uppfattat|förstår|jag förstår|just det|visst",
    polite: "tack|tack så mycket|snälla|tackar|tusen tack",
    number: "nummer|nr|bara nummer|bara"
  },
  da: {
    yes: "ja|jo tak|jep|ja gerne|gerne|selvfølgelig|ja selvfølgelig|naturligvis|ja naturligvis|bekræft|bekræfter|bekræftet|jeg bekræfter|ja bekræft|ja jeg bekræfter|gør det|ja gør det|jeg accepterer|ja alle|ja alt|ja begge",
    no: "nej|nej nej|ikke|ikke nu|nej ikke nu|ikke endnu|nej ikke endnu|aldrig|senere|måske senere|vent|stop|helst ikke|gør det ikke|glem det|ingen|intet",
    seen: "okay|godt|fint|super|perfekt|forstået|jeg forstår|javel|i orden|helt fint",
    polite: "tak|mange tak|tak skal du have|venligst|tusind tak",
    number: "nummer|nr|kun nummer|kun"
  },
  nb: {
    yes: "ja|japp|ja gjerne|gjerne|selvfølgelig|ja selvfølgelig|naturligvis|bekreft|bekrefter|bekreftet|jeg bekrefter|ja bekreft|ja jeg bekrefter|gjør det|ja gjør det|jeg godtar|ja alle|ja alt|ja begge",
    no: "nei|nei nei|ikke|ikke nå|nei ikke nå|ikke ennå|nei ikke ennå|aldri|senere|kanskje senere|vent|stopp|helst ikke|gjør det ikke|glem det|ingen|ingenting",
    seen: "ok|greit|bra|fint|flott|supert|perfekt|forstått|jeg forstår|i orden|den er grei",
    polite: "takk|takk skal du ha|mange takk|tusen takk|vær så snill|vennligst",
    number: "nummer|nr|bare nummer|bare"
  },
  fr: {
    yes: "oui|ouais|oui oui|mais oui|oui volontiers|volontiers|bien sûr|oui bien sûr|oui d'accord|je suis d'accord|oui je suis d'accord|confirme|confirmé|confirmer|confirmez|je confirme|je le confirme|oui je confirme|oui confirme|oui confirmez|oui confirmé|vas-y|oui vas-y|allez-y|oui allez-y|fais-le|oui fais-le|faites-le|oui faites-le|j'accepte|oui j'accepte|je valide|oui je valide|oui tout|oui tous|oui toutes|oui les deux|absolument|oui absolument|oui je veux|les deux|tout|tous|toutes|faites|bien sûr que oui|avec plaisir|c'est parti|oui aux deux|oui pour les deux|oui à tout|oui pour tout|oui toutes les deux|oui tous les deux",
    no: "non|non non|mais non|pas|pas maintenant|non pas maintenant|pas encore|non pas encore|jamais|plus tard|peut-être plus tard|surtout pas|plutôt pas|attends|attendez|stop|arrête|arrêtez|laisse tomber|laissez tomber|oublie|oubliez|ne le fais pas|ne le faites pas|aucun|aucune|aucun des deux|je refuse|non je refuse|je ne veux pas|laissez|ni l'un ni l'autre|rien|pas du tout|mieux vaut pas|c'est non|finalement non|j'ai changé d'avis|plutôt non",
    good: "d'accord|bien|très bien|c'est bon|parfait|exact|exactement|ça marche|entendu|tout à fait",
    seen: "d'accord|bien|très bien|c'est bien|bon|c'est bon|parfait|super|génial|entendu|compris|je vois|je comprends|exact|exactement|ça marche|ça va|noté|c'est noté|tout à fait",
    polite: "merci|merci beaucoup|merci bien|s'il vous plaît|s'il te plaît|svp|stp|s'il vous plait|s'il te plait",
    number:
      "numéro|numero|le numéro|le|la|seulement le|seulement le numéro|uniquement le|juste le|que le|juste|n°|le n°"
  },
  es: {
    yes: "sí|si|sí sí|si si|claro que sí|claro que si|sí claro|si claro|por supuesto|sí por supuesto|confirmo|confirmar|confirma|confirmado|lo confirmo|sí confirmo|si confirmo|sí lo confirmo|sí confirma|sí confirmar|adelante|sí adelante|si adelante|hazlo|sí hazlo|si hazlo|hágalo|sí hágalo|acepto|sí acepto|estoy de acuerdo|sí de acuerdo|procede|proceda|sí todo|sí todos|sí todas|sí ambos|sí los dos|dale|confírmalo|todo|todos|los dos|ambos|sí quiero|sí señor|por supuesto que sí|sí a los dos|si a los dos|sí a las dos|si a las dos|si los dos|si las dos|sí las dos|los dos sí|las dos sí|sí a todo|sí a todas|sí a todos|sí a ambos|sí a ambas|sí ambas|ambos sí|ambas sí|ambas|las dos",
    no: "no|no no|ahora no|no ahora no|todavía no|aún no|no todavía no|nunca|jamás|más tarde|después|quizás más tarde|luego|mejor no|no mejor no|espera|espere|para|alto|déjalo|déjelo|olvídalo|no lo hagas|no lo haga|ninguno|ninguna|ninguno de los dos|no quiero|ya no|no lo quiero|nada|para nada|no hace falta|claro que no|de momento no|por ahora no|en absoluto|no lo siento",
    good: "vale|bien|muy bien|está bien|de acuerdo|claro|perfecto|correcto|exacto|bueno|venga",
    seen: "vale|bien|muy bien|está bien|de acuerdo|claro|ya|ya veo|bueno|perfecto|genial|estupendo|entendido|entiendo|correcto|exacto|listo|venga",
    polite: "por favor|porfa|gracias|muchas gracias|mil gracias",
    number: "número|numero|el número|el|la|solo el|solo el número|sólo|sólo el|solo|solo la"
  },
  pt: {
    yes: "sim|sim sim|claro que sim|sim claro|com certeza|sim com certeza|confirmo|confirmar|confirma|confirme|confirmado|eu confirmo|sim confirmo|sim eu confirmo|sim confirme|sim confirma|pode fazer|sim pode fazer|pode confirmar|sim pode confirmar|pode sim|faça isso|sim faça isso|faz isso|sim faz isso|aceito|sim aceito|concordo|sim concordo|vá em frente|sim vá em frente|sim tudo|sim todos|sim todas|sim ambos|sim os dois|pode|faça|faz favor|quero sim|tudo|todos|ambos|os dois|pode fazer sim|vai em frente|sim vai|prossiga|podes|avança|simm|sim quero|sim aos dois|sim às duas|sim para os dois|sim para as duas|sim as duas|sim a tudo|sim para tudo|ambos sim|ambas sim",
    no: "não|nao|não não|agora não|agora nao|não agora não|ainda não|ainda nao|nunca|mais tarde|depois|talvez mais tarde|melhor não|é melhor não|espera|espere|pare|para|deixa|deixa para lá|esquece|esqueça|não faça isso|nenhum|nenhuma|nenhum dos dois|não quero|não obrigado|não obrigada|deixa pra lá|nada|de jeito nenhum|não precisa|mudei de ideia|por enquanto não|claro que não",
    good: "tudo bem|está bem|tá bom|certo|claro|perfeito|ótimo|isso|isso mesmo|beleza|exato|correto",
    seen: "tudo bem|está bem|tá bom|ta bom|bom|muito bem|beleza|certo|claro|de acordo|perfeito|ótimo|legal|entendi|entendido|isso|isso mesmo|exato|correto|pode ser|tá|blz|fixe",
    polite: "por favor|obrigado|obrigada|muito obrigado|muito obrigada|valeu",
    number: "número|numero|o número|o|a|só o|só o número|somente o|apenas o|só"
  },
  it: {
    yes: "sì|si|sì sì|sì certo|si certo|certamente|sì certamente|sì grazie mille|confermo|conferma|confermare|confermato|lo confermo|sì confermo|si confermo|sì conferma|sì lo confermo|procedi|sì procedi|si procedi|proceda|sì proceda|fallo|sì fallo|lo faccia|sì lo faccia|accetto|sì accetto|sono d'accordo|sì d'accordo|sì va bene|sì tutto|sì tutti|sì tutte|sì entrambi|senz'altro|certo che sì|procedi pure|proceda pure|fai pure|vai|vai pure|confermo tutto|tutto|tutti|tutti e due|entrambi|assolutamente sì|assolutamente|lo voglio|volentieri|sì a tutti e due|sì a entrambi|sì a entrambe|sì entrambe|sì tutte e due|sì a tutto|fallo pure|faccia pure",
    no: "no|no no|non|non ora|no non ora|non adesso|non ancora|mai|più tardi|dopo|forse più tardi|meglio di no|no meglio di no|aspetta|aspetti|ferma|fermo|lascia stare|lasci stare|lascia perdere|non farlo|non lo faccia|nessuno|nessuna|nessuno dei due|non voglio|niente|per niente|assolutamente no|magari dopo|ho cambiato idea|per ora no|no mi dispiace",
    good: "va bene|bene|molto bene|d'accordo|certo|perfetto|ottimo|esatto|giusto",
    seen: "va bene|bene|molto bene|d'accordo|certo|perfetto|ottimo|capito|ho capito|esatto|giusto|chiaro|tutto chiaro|buono|benissimo|ricevuto",
    polite: "per favore|per cortesia|per piacere|grazie|grazie mille|molte grazie|tante grazie",
    number: "numero|il numero|il|la|solo il|solo il numero|solo|soltanto il"
  },
  pl: {
    yes: "tak tak|tak potwierdzam|tak zgadzam się|tak oczywiście|tak zrób to|tak wszystko|tak wszystkie|tak oba|tak proszę|tak poproszę|tak dziękuję|oczywiście|potwierdzam|potwierdź|zgadzam się|zrób to|jasne że tak",
    no: "nie|nie nie|nie teraz|jeszcze nie|nigdy|później|może później|czekaj|zaczekaj|stop|raczej nie|lepiej nie|nie rób tego|żaden|żadne|zapomnij",
    seen: "tak|dobrze|dobra|okej|jasne|zgoda|rozumiem|super|świetnie|w porządku|niech będzie|no dobrze",
    polite: "proszę|poproszę|dziękuję|dzięki|dziękuję bardzo",
    number: "numer|nr|tylko numer|tylko"
  },
  ru: {
    yes: "да|да да|конечно|да конечно|согласен|согласна|да согласен|да согласна|я согласен|я согласна|подтверждаю|подтвердить|подтверди|подтвердите|да подтверждаю|да подтвердить|давай|да давай|давайте|да давайте|сделай это|да сделай это|сделайте это|да сделайте это|да все|да всё|да оба",
    no: "нет|нет нет|не|не надо|нет не надо|не сейчас|нет не сейчас|ещё нет|пока нет|никогда|позже|потом|может позже|лучше нет|лучше не надо|подожди|подождите|стоп|не делай этого|не делайте этого|ни один|ничего|забудь|нет спасибо",
    seen: "хорошо|ладно|ок|окей|ага|угу|понятно|понял|поняла|ясно|отлично|супер|верно|точно|прекрасно|годится",
    polite: "пожалуйста|спасибо|большое спасибо|спасибо большое|благодарю",
    number: "номер|только номер|только"
  },
  tr: {
    yes: "evet|evet evet|evet tabii|tabii ki|evet tabii ki|elbette|evet elbette|onaylıyorum|evet onaylıyorum|onayla|evet onayla|onaylayın|evet onaylayın|kabul ediyorum|evet kabul ediyorum|yap|evet yap|evet yapın|evet hepsi|evet hepsini|evet ikisi de",
    no: "hayır|hayir|hayır hayır|değil|şimdi değil|hayır şimdi değil|henüz değil|asla|sonra|daha sonra|belki sonra|bekle|bekleyin|dur|durun|yapma|yapmayın|istemiyorum|hayır istemiyorum|hiçbiri|vazgeçtim|boşver",
    seen: "tamam|tamamdır|olur|peki|iyi|çok iyi|güzel|süper|anladım|doğru|mükemmel|tabii|harika",
    polite: "lütfen|teşekkürler|teşekkür ederim|çok teşekkürler|sağ ol|sağol|sağolun",
    number: "numara|sadece numara|sadece"
  },
  id: {
    yes: "iya|iya iya|ya benar|ya setuju|iya setuju|setuju|saya setuju|ya saya setuju|iya saya setuju|tentu|ya tentu|iya tentu|tentu saja|konfirmasi|ya konfirmasi|iya konfirmasi|saya konfirmasi|ya saya konfirmasi|lanjutkan|ya lanjutkan|iya lanjutkan|lakukan|ya lakukan|iya lakukan|ya semua|ya semuanya|iya semuanya|ya keduanya",
    no: "tidak|tidak tidak|nggak|enggak|gak|jangan|jangan dulu|belum|tidak sekarang|jangan sekarang|nanti|nanti saja|mungkin nanti|tunggu|tunggu dulu|berhenti|tidak jadi|tidak usah|lupakan|tidak ada|tidak satu pun",
    seen: "oke|baik|baiklah|bagus|sip|siap|benar|betul|mengerti|saya mengerti|boleh|ya|paham",
    polite: "tolong|mohon|terima kasih|terimakasih|makasih|terima kasih banyak|silakan",
    number: "nomor|hanya nomor|hanya"
  },
  vi: {
    yes: "vâng|dạ|dạ vâng|vâng ạ|dạ có|có|có ạ|đồng ý|vâng đồng ý|tôi đồng ý|vâng tôi đồng ý|xác nhận|vâng xác nhận|tôi xác nhận|vâng tôi xác nhận|chắc chắn|vâng chắc chắn|làm đi|vâng làm đi|tiếp tục|vâng tiếp tục|vâng tất cả|có tất cả",
    no: "không|không không|không ạ|dạ không|đừng|chưa|chưa phải bây giờ|không phải bây giờ|để sau|sau|chờ đã|chờ|khoan|khoan đã|dừng lại|thôi|bỏ qua|đừng làm|không cần|không cái nào",
    seen: "được|được rồi|tốt|rất tốt|tuyệt|tuyệt vời|hiểu rồi|tôi hiểu|đúng|đúng rồi|ừ|ổn",
    polite: "làm ơn|vui lòng|xin vui lòng|cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều|xin cảm ơn",
    number: "số|chỉ số|chỉ"
  },
  ar: {
    yes: "نعم|نعم نعم|أجل|موافق|موافقة|نعم موافق|نعم موافقة|أوافق|نعم أوافق|أنا موافق|أؤكد|نعم أؤكد|أؤكد ذلك|نعم أؤكد ذلك|تأكيد|نعم تأكيد|أكد|بالتأكيد|نعم بالتأكيد|بالطبع|نعم بالطبع|طبعا|نعم طبعا|افعل|افعل ذلك|نعم افعل|نعم افعل ذلك|نفذ|نعم نفذ|نعم الكل|نعم كلها|نعم كلاهما|ايوه|ايوة|اي نعم|أكيد|تفضل|الكل|كلها|كلاهما|قم بذلك|أريد ذلك|نعم أكد|نعم أريد",
    no: "لا|لا لا|كلا|ليس|ليس الآن|لا ليس الآن|ليس بعد|لا ليس بعد|أبدا|لاحقا|ربما لاحقا|فيما بعد|انتظر|انتظري|توقف|قف|لا تفعل|لا تفعل ذلك|لا أريد|لا شيء|انس الأمر|لا أوافق|لا داعي|لا أريد ذلك|ولا واحد|غيرت رأيي|بعدين|لا طبعا|مش عايز",
    good: "تمام|حسنا|طيب|جيد|ممتاز|صحيح|ماشي",
    seen: "تمام|حسنا|حسنًا|طيب|جيد|جيد جدا|ممتاز|رائع|فهمت|مفهوم|صحيح|أوكي|اوكي|أوكيه|ماشي|أوك",
    polite: "من فضلك|لو سمحت|رجاء|شكرا|شكرًا|شكرا لك|شكرا جزيلا|شكرًا جزيلًا",
    number: "رقم|الرقم|فقط رقم|فقط|الخيار"
  },
  hi: {
    yes: "हाँ|हां|जी हाँ|जी हां|हाँ जी|हां जी|हाँ हाँ|बिल्कुल|हाँ बिल्कुल|हां बिल्कुल|सहमत|मैं सहमत हूँ|मैं सहमत हूं|पुष्टि करें|हाँ पुष्टि करें|हां पुष्टि करें|पुष्टि करता हूँ|मैं पुष्टि करता हूँ|मैं पुष्टि करती हूँ|कर दो|हाँ कर दो|हां कर दो|कर दीजिए|हाँ कर दीजिए|हां कर दीजिए|हाँ सब|हाँ दोनों|haan|haan ji|ji haan",
    no: "नहीं|जी नहीं|नहीं नहीं|ना|मत|मत करो|मत कीजिए|अभी नहीं|नहीं अभी नहीं|बाद में|शायद बाद में|कभी नहीं|रुको|रुकिए|रहने दो|रहने दीजिए|कोई नहीं|छोड़ो|nahi|nahin|nahi nahi|mat karo",
    seen: "ठीक है|ठीक|अच्छा|बहुत अच्छा|जी|सही|सही है|समझ गया|समझ गई|ओके|बढ़िया|theek hai|thik hai|accha",
    polite: "कृपया|धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|dhanyavad|shukriya",
    number: "नंबर|नम्बर|सिर्फ नंबर|सिर्फ|केवल"
  },
  ja: {
    yes: "はい|はいはい|ええ|うん|はい、お願いします|お願いします|おねがいします|はい、おねがいします|お願いいたします|はい、お願いいたします|はい、そうしてください|そうしてください|確認します|はい、確認します|確認しました|はい、確認しました|確定します|はい、確定します|確定|同意します|はい、同意します|実行してください|はい、実行してください|進めてください|はい、進めてください|もちろん|はい、もちろん|もちろんです|はい、全部|はい、すべて|はい、両方|ぜひ|はい、ぜひ|お願い|それでお願いします|それでいいです|承認します|実行して|全部お願いします|すべてお願いします|両方お願いします|両方|全部|すべて|よろしくお願いします|よろしく|よろしいです|はい、いいです",
    no: "いいえ|いえ|いや|だめ|ダメ|やめて|やめてください|やめます|やめておきます|いいえ、やめます|いいえ、やめておきます|まだ|まだです|いいえ、まだです|今はいい|今はいいです|あとで|後で|またあとで|待って|待ってください|ちょっと待って|結構です|いいえ、結構です|不要です|しないで|しないでください|どれも|なし|いりません|いいえ、いいです|いえ、いいです|いいえ、大丈夫です|いえ、大丈夫です|いらないです|やっぱりやめます|やっぱりいいです|やっぱりやめておきます|やっぱり、やめておきます|あとでお願いします|後でお願いします|後にします|ちょっと待ってください|どちらもいりません|どれもいりません|遠慮します|遠慮しておきます|お断りします|ノー|ダメです|だめです|違います",
    good: "どうぞ|大丈夫です|そうです|完璧|オーケー|オッケー|okです|了解|了解です|承知しました|問題ありません|大丈夫",
    seen: "わかりました|分かりました|了解|了解です|了解しました|承知しました|いいです|いいですね|いいよ|大丈夫|大丈夫です|オーケー|オッケー|そうです|そうですね|なるほど|よし|良い|素晴らしい|完璧|どうぞ|はーい|いいね|わかった|分かった|かしこまりました|okです|オッケーです|そうですか|問題ありません",
    polite: "ありがとう|ありがとうございます|ありがとうございました|どうも|どうもありがとう|どうもありがとうございます",
    number: "番号|番号は|選択"
  },
  zh: {
    yes: "是|是的|是是|对是的|確認|确认|是,确认|是的,确认|是的,確認|我确认|我確認|同意|我同意|是的,我同意|是的,同意|当然|當然|当然可以|是的,当然|请确认|執行|执行|请执行|执行吧|是的,请执行|就这么办|就这样做|做吧|继续|请继续|是的,请继续|是的,全部|全部确认|都确认|是的,都要|没問題|确定|我确定|是啊|是呀|全部|都要|两个都要|全部都要|继续吧|就这样|就这样吧|是的,我要",
    no: "不|不是|不要|不用|不用了|不行|不可以|不同意|不确认|不,谢谢|别|別|先别|先不|先不要|没有|沒有|现在不要|现在不行|还没有|等一下|等等|稍后|稍後|以后再说|改天|算了|停|停止|都不要|都不|不要了|不了|先不用|暂时不要|暂时不用|还不要|算了吧|不想要|我不要|我不要了|别这样|我改主意了|不必了|不需要|不需要了|否|拒绝",
    good: "好|好的|可以|行|嗯|对|没错|没问题|很好|太好了",
    seen: "好|好的|好吧|好啊|可以|可以的|行|行吧|嗯|嗯嗯|对|對|对的|没错|知道了|明白|明白了|了解|收到|很好|不错|太好了|没问题|沒問題|哦|哦好的|好的好的|辛苦了|是不错",
    polite: "请|請|谢谢|謝謝|多谢|多謝|谢谢你|谢谢您|非常感谢|麻烦你|麻烦您",
    number: "号码|编号|选|选择|只要|要|只确认|确认"
  },
  ko: {
    yes: "네|예|네네|네, 부탁해요|네, 부탁합니다|네, 부탁드려요|네, 부탁드립니다|부탁합니다|부탁드립니다|네, 해주세요|네, 해 주세요|해주세요|해 주세요|확인|네, 확인|확인합니다|네, 확인합니다|동의합니다|네, 동의합니다|동의해요|네, 동의해요|진행해 주세요|진행해주세요|네, 진행해 주세요|네, 진행해주세요|물론|물론이죠|네, 물론이죠|네, 물론입니다|네, 모두|네, 전부|네, 둘 다",
    no: "아니|아니요|아니오|아뇨|아니에요|지금은 아니에요|지금 말고|아직|아직 아니에요|나중에|나중에요|나중에 할게요|잠깐|잠깐만|잠깐만요|잠시만요|기다려|기다려 주세요|하지 마|하지 마세요|하지마세요|안 해요|안 할래요|괜찮아요|아니요, 괜찮아요|아니요, 괜찮습니다|됐어요|싫어요|그만|모두 아니요|없어요",
    seen: "좋아|좋아요|좋습니다|알겠어요|알겠습니다|알았어요|그래|그래요|맞아요|맞습니다|오케이|응|이해했어요|완벽해요|굿",
    polite: "제발|감사합니다|고마워요|고맙습니다|고마워|감사해요",
    number: "번호"
  }
}
