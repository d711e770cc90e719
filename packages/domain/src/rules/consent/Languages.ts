import { type BindingAct } from "../../tools/Binding.ts"

/**
 * How one language speaks of binding acts: alternatives of regular expressions over lower-case text, without anything
 * that repeats, so that they match in linear time.
 */
interface Language {
  /** Stems that name the act. For `order`, only what asks for it: the noun is in half of all questions. */
  readonly acts: { readonly [A in BindingAct]: string }
  /** How a question speaks of placing an order. */
  readonly ordering: string
  readonly yes: string
  /** What says no, or not yet. */
  readonly no: string
  /** What makes a question a request. */
  readonly please: string
  /** Words are not separated by spaces: they are found anywhere. */
  readonly isUnspaced?: true
}

/** Languages besides English, whose rules need more than stems. */
export const languages: ReadonlyArray<Language> = [
  {
    // German
    acts: {
      order:
        "zur kasse|jetzt (?:kaufen|bestellen)|bestell(?:e|en)? (?:sie )?(?:es|das|alles|den|meinen|bitte|jetzt)|bestellung (?:bitte )?(?:auf|ab)(?:geben|schicken|senden)|(?:schließ|schicke?|gib)\\S* (?:die|meine) bestellung",
      cancel: "stornier|abbestell|widerruf|annullier",
      readdress: "adresse|anschrift|liefer|schick|sende|umleit",
      return: "zurückschick|zurücksend|zurückgeb|zurück geben|retour|rücksend|rückgabe",
      refund: "erstatt|geld zurück|rückzahl"
    },
    ordering: "bestell|kauf",
    yes: "ja|jawohl|genau|gerne?|einverstanden|bestätig\\S*|mach das|in ordnung|passt|natürlich|klar|stimmt",
    no: "nicht|nichts|nein|nie|niemals|kein\\S*|warte|stopp|doch lieber|später|abbrechen|moment",
    please: "bitte|können sie|kannst du|könnten sie|könntest du|würden sie|würdest du"
  },
  {
    // French
    acts: {
      order: "pass\\S* (?:la|ma|cette) commande|valid\\S* (?:la|ma|mon) (?:commande|panier)|commande[- ]l|achète[- ]l",
      cancel: "annul",
      readdress: "adresse|livre|expédi|envoie",
      return: "retourn|renvoy|renvoi|rendre",
      refund: "rembours"
    },
    ordering: "command|achet|achat",
    yes: "oui|d'accord|vas[- ]y|allez[- ]y|bien sûr|confirm\\S*|parfait|exactement|volontiers",
    no: "pas|non|jamais|attend\\S*|plus tard|ne(?= \\S)|aucun\\S*",
    please: "s'il (?:vous|te) plaît|svp|stp|pouvez[- ]vous|peux[- ]tu|pourriez[- ]vous|pourrais[- ]tu|veuillez"
  },
  {
    // Spanish
    acts: {
      order:
        "(?:haz|haga|realiza|realice|confirma|confirme|finaliza|completa)r? (?:el|mi|la|este) (?:pedido|compra)|cómpralo|cómprala|pídelo|pagar ahora",
      cancel: "cancel(?:a(?!t)|e(?!d)|o|á|é|ó)|anul",
      readdress: "dirección|direccion|envía|envia|manda|entrega",
      return: "devolv|devuel|devoluc|retorn",
      refund: "reembols|devuélv\\S* (?:el|mi) dinero|mi dinero"
    },
    ordering: "pedido|compra|pedir|orden",
    yes: "sí|si(?= (?:claro|por favor|gracias|confirmo)|[.!]|$)|claro|vale|de acuerdo|adelante|confirm\\S*|hazlo|por supuesto|correcto|perfecto",
    no: "no|nunca|espera|espere|todavía|aún|más tarde|mejor no|ningun\\S*|sin",
    please: "por favor|puedes|podrías|puede usted|podría"
  },
  {
    // Portuguese
    acts: {
      order: "(?:faz|faça|realiz|confirm|finaliz|conclu)\\S* (?:o|a|meu|minha|este) (?:pedido|compra)|compre isso",
      cancel: "cancel(?:a(?!t)|e(?!d)|o|á|é|ó)|anul",
      readdress: "endereço|endereco|envi|entreg|mand",
      return: "devolv|devoluç|retorn",
      refund: "reembols|meu dinheiro|estorn"
    },
    ordering: "pedido|compra|encomend",
    yes: "sim|claro|pode|confirm\\S*|certo|faça isso|isso mesmo|com certeza|perfeito|de acordo",
    no: "não|nao|nunca|espera|espere|ainda|depois|melhor não|nenhum\\S*|sem",
    please: "por favor|você pode|voce pode|poderia|pode"
  },
  {
    // Italian
    acts: {
      order:
        "(?:effettua|conferma|completa|invia)\\S* (?:l'|il |il mio |questo )(?:ordine|acquisto)|ordinal[aeio]|compral|acquistal|procedi con l'(?:ordine|acquisto)",
      cancel: "annull|cancell(?:a(?!t)|i(?!n)|o|er(?!s))",
      readdress: "indirizzo|spedi|consegn|invi",
      return: "restitu|rendere|render[elt]|(?:il|un|del) reso|rimand",
      refund: "rimbors|i miei soldi"
    },
    ordering: "ordin|acquist|compra",
    yes: "sì|si(?= (?:certo|per favore|grazie|confermo|procedi)|[.!]|$)|certo|va bene|d'accordo|conferm\\S*|procedi|fallo|perfetto|esatto|certamente",
    no: "non|no|mai|aspetta|aspetti|ancora|più tardi|meglio di no|nessun\\S*|senza",
    please: "per favore|per cortesia|puoi|può|potresti|potrebbe"
  },
  {
    // Dutch
    acts: {
      order: "plaats (?:de|mijn|deze) bestelling|bestelling plaatsen|bestel (?:het|dit|alles|nu)|afrekenen",
      cancel: "annuleer|annuler|afzeg",
      readdress: "adres|bezorg|stuur|verzend|lever",
      return: "retour|terugstu|stuur \\S+ terug|terugbreng",
      refund: "terugbetal|geld terug|vergoed"
    },
    ordering: "bestel|koop|kopen",
    yes: "ja|graag|akkoord|bevestig\\S*|doe maar|prima(?=[.,!]|$| (?:doe|dank|bedankt|graag))|zeker|klopt|natuurlijk",
    no: "niet|nee|nooit|geen|wacht|later|nog niet",
    please: "alstublieft|alsjeblieft|kun je|kunt u|zou je|zou u|wilt u|wil je"
  },
  {
    // Russian
    acts: {
      order: "оформ\\S* (?:мой |этот )?заказ|закажи|купи(?:те)? (?:это|всё|все)",
      cancel: "отмен|аннулир",
      readdress: "адрес|достав|отправ",
      return: "верн|возвра",
      refund: "верн\\S* деньги|возврат (?:денег|средств)|возмест"
    },
    ordering: "заказ|оформ|куп",
    yes: "да|конечно|хорошо|согласен|согласна|подтверждаю|давай\\S*|верно|ладно",
    no: "не|нет|никогда|подожди\\S*|позже|потом|стоп",
    please: "пожалуйста|можете|можешь|могли бы|мог бы|могла бы|прошу"
  },
  {
    // Polish
    acts: {
      order: "złóż (?:to |moje )?zamówienie|zamów (?:to|wszystko)|kup (?:to|teraz)",
      cancel: "anuluj|anulow|odwoła|stornuj",
      readdress: "adres|wyśl|dostarcz|wysył",
      return: "zwróc|zwrot|odesła|odeśl",
      refund: "zwrot (?:pieniędzy|środków)|zwróc\\S* (?:mi )?pieniądze"
    },
    ordering: "zamów|kup",
    yes: "tak(?! (?:ada|akan|apa|boleh|ingin|jadi|mahu|mau|nak|payah|perlu|setuju|usah)(?!\\p{L}))|jasne|zgoda|potwierdzam|oczywiście|dobrze|proszę bardzo|zgadzam się",
    no: "nie|nigdy|czekaj|zaczekaj|później|jeszcze|żadn\\S*|bez",
    please: "proszę|czy możesz|czy mógłbyś|czy mogłabyś|czy może pan|mógłbyś|możesz"
  },
  {
    // Turkish
    acts: {
      order: "siparişi(?:mi)? (?:ver|tamamla|onayla)|satın al",
      cancel: "iptal",
      readdress: "adres|gönder|teslim",
      return: "iade|geri gönder",
      refund: "para iade|paramı|geri öde"
    },
    ordering: "sipariş|satın",
    yes: "evet|tamam|olur|onaylıyorum|tabii|elbette|lütfen yap",
    no: "hayır|etme|etmeyin|istemiyorum|değil|bekle\\S*|sonra|dur|yapma\\S*",
    please: "lütfen|misiniz|mısınız|misin|mısın|rica"
  },
  {
    // Swedish, Danish, Norwegian
    acts: {
      order:
        "slutför köpet|lägg (?:en |min )?(?:order|beställning)|afgiv (?:ordre|bestilling)|gennemfør køb|fullfør (?:kjøpet|bestillingen)",
      cancel: "avbeställ|avbryt|annuller|afbestil|avbestill|kanseller",
      readdress: "adress|skicka|leverer|send|lever",
      return: "returner|skicka tillbaka|sende tilbage|send tilbake|lämna tillbaka",
      refund: "återbetal|pengarna tillbaka|tilbagebetal|refunder|pengene tilbage|pengene tilbake"
    },
    ordering: "beställ|köp|bestil|køb|kjøp",
    yes: "ja|jo|gärna|okej|bekräft\\S*|bekræft\\S*|bekreft\\S*|självklart|naturligvis|javisst|selvfølgelig|gerne",
    no: "inte|nej|nei|ikke|aldrig|aldri|vänta|vent|senare|senere|ingen",
    please: "snälla|tack|kan du|kunde du|venligst|vær så snill|vil du"
  },
  {
    // Indonesian
    acts: {
      order: "pesan sekarang|buat pesanan|bayar sekarang|beli sekarang",
      cancel: "batal",
      readdress: "alamat|kirim",
      return: "kembalikan|retur(?!n)|pengembalian",
      refund: "uang kembali|kembalikan uang|pengembalian dana"
    },
    ordering: "pesan|beli|order",
    yes: "ya|iya|oke|setuju|lanjutkan|benar|tentu|boleh",
    no: "tidak|jangan|belum|tunggu|nanti|bukan",
    please: "tolong|mohon|bisakah|bisa kamu|silakan"
  },
  {
    // Vietnamese
    acts: {
      order: "đặt hàng|thanh toán",
      cancel: "hủy|huỷ",
      readdress: "địa chỉ|giao|gửi",
      return: "trả lại|trả hàng|hoàn hàng",
      refund: "hoàn tiền|trả tiền"
    },
    ordering: "đặt|mua",
    yes: "vâng|có|đồng ý|được|đúng|xác nhận|dạ",
    no: "không|đừng|chưa|khoan|chờ|để sau",
    please: "làm ơn|vui lòng|giúp|bạn có thể|xin"
  },
  {
    // Arabic
    acts: {
      order: "أتمم الطلب|أكمل الطلب|اطلبه|اشتر",
      cancel: "ألغ|الغ|إلغاء|الغاء",
      readdress: "عنوان|العنوان|أرسل|توصيل",
      return: "أرجع|ارجع|إرجاع|ارجاع|أعد|إعادة",
      refund: "استرداد|رد المبلغ|نقودي|أموالي"
    },
    ordering: "طلب|شراء",
    yes: "نعم|أجل|موافق|تمام|حسنا|أكيد|بالتأكيد|تفضل",
    no: "لا|لم|لن|ليس|انتظر|لاحقا|بدون|توقف",
    please: "من فضلك|رجاء|هل يمكنك|لو سمحت"
  },
  {
    // Hindi
    acts: {
      order: "ऑर्डर कर|ऑर्डर दे|खरीद लो|खरीद दो",
      cancel: "रद्द|कैंसल|कैंसिल",
      readdress: "पता|पते|भेज",
      return: "वापस|लौटा",
      refund: "रिफंड|पैसे वापस|धनवापसी"
    },
    ordering: "ऑर्डर|खरीद",
    yes: "हाँ|हां|जी|ठीक है|बिल्कुल|सही|कर दो|कर दीजिए",
    no: "नहीं|मत|ना|रुको|रुकिए|बाद में|अभी नहीं",
    please: "कृपया|दीजिए|दो|सकते हैं"
  },
  {
    // Chinese
    acts: {
      order: "下单|下單|结账|結帳|付款|提交订单|提交訂單",
      cancel: "取消|撤销|撤銷",
      readdress: "地址|寄到|送到|配送",
      return: "退货|退貨|退回|退换",
      refund: "退款|退钱|退錢"
    },
    ordering: "订单|訂單|购买|購買|下单|下單",
    yes: "是的?(?![吗嗎不否什谁誰哪])|好的?(?![贵貴多久像难難吗嗎奇慢大小])|可以(?![吗嗎先])|(?:确认|確認)(?![一さしでのをがす])|[对對](?![不了于於比])|行(?![李吗嗎])|同意|没问题|沒問題",
    no: "不|别|別|没有|沒有|等一下|等等|稍后|稍後|先",
    please: "请|請|麻烦|麻煩|帮我|幫我|能帮|吧",
    isUnspaced: true
  },
  {
    // Japanese
    acts: {
      order: "注文して|購入して|注文を確定|注文お願い",
      cancel: "キャンセル|取り消|取消",
      readdress: "住所|届け先|送って|配送",
      return: "返品|返送",
      refund: "返金|払い戻"
    },
    ordering: "注文|購入",
    yes: "はい|ええ(?!と)|お願いします|了解|承知|そうです|うん(?!ざ)",
    no: "いいえ|ない|ません|待って|後で|あとで|まだ|やめ",
    please: "ください|下さい|お願い|もらえ|いただけ",
    isUnspaced: true
  },
  {
    // Korean
    acts: {
      order: "주문해|결제해|구매해|결제 진행|주문 진행",
      cancel: "취소",
      readdress: "주소|배송|보내",
      return: "반품|돌려보내",
      refund: "환불"
    },
    ordering: "주문|구매|결제",
    yes: "[네예응](?!\\p{L})|좋아요?|그래요?|맞아요?|확인|동의|진행해",
    no: "아니|말고|마세요|하지 마|지 마|안 |않|기다|나중에|잠깐|아직",
    please: "부탁|주세요|해 줘|해줘|주시겠|수 있",
    isUnspaced: true
  }
]
