import { behind, type Language } from "./Language.ts"

export const germanic: ReadonlyArray<Language> = [
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
    beside:
      "das|es|so|sie|ihr|du|doch|mal|dann|jetzt|sofort|gleich|unbedingt|auf jeden fall|sehr|mach\\S*|tun?|alles|ganze\\S*|komplett\\S*|die|den|diese|bestellung|ich|wir|bin|will|wollen|möchten?|sicher|ist|wäre?|gut|super|toll|richtig|korrekt|perfekt|rückgängig|los|weiter|vielen|lieben|dank",
    no: "nicht|nichts|nein|nie|niemals|kein\\S*|warte|stopp|doch lieber|später|abbrechen|moment",
    please: "bitte|können sie|kannst du|könnten sie|könntest du|würden sie|würdest du",
    wish: {
      // "die stornieren" is somebody else.
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
    }
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
    beside:
      "dat|het|dit|alles|de|mijn|bestelling|ik|wil|ben|doe|maar|nu|meteen|goed|is|heel|hoor|hartelijk|precies|correct|zo",
    no: "niet|nee|nooit|geen|wacht|later|nog niet",
    please: "alstublieft|alsjeblieft|kun je|kunt u|zou je|zou u|wilt u|wil je",
    wish: {
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
    }
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
    beside:
      "det|den|gör|gjør|gør|allt|alt|alle|min|ordren|beställningen|jag|jeg|vill|vil|är|er|säker|sikker|nu|nå|så|mycket|mange|tusen|bra|godt|fint|helt|perfekt",
    no: "inte|nej|nei|ikke|aldrig|aldri|vänta|vent|senare|senere|ingen",
    please: "snälla|tack|kan du|kunde du|venligst|vær så snill|vil du",
    wish: {
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
    }
  }
]
