import { behind, inLatin, type Language } from "./Language.ts"

export const slavic: ReadonlyArray<Language> = [
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
    beside:
      "это|всё|все|я|хочу|уверен|уверена|большое|сейчас|сразу|так|сделайте|сделай|точно|именно|мой|заказ|буду|рад|прекрасно|отлично|можно",
    no: "не|нет|никогда|подожди\\S*|позже|потом|стоп",
    please: "пожалуйста|можете|можешь|могли бы|мог бы|могла бы|прошу",
    wish: {
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
    }
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
    beside:
      "to|proszę|zrób|zróbcie|zrobić|wszystko|całe|moje|zamówienie|chcę|jestem|pewien|pewna|bardzo|teraz|dokładnie|poproszę|świetnie",
    no: "nie|nigdy|czekaj|zaczekaj|później|jeszcze|żadn\\S*|bez",
    please: "proszę|czy możesz|czy mógłbyś|czy mogłabyś|czy może pan|mógłbyś|możesz",
    wish: {
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
    }
  }
]
