import { type Words } from "../Words.ts"

/** Dutch entries of the lexicon, by word class. After a change, measure with `npm run bench:guard`. */
export const words: Words = {
  ignore: `negeer | negeren | vergeet | vergeten | sla | omzeil{,en} | overschrijf | verwerp | wis | schakel | trek je niets aan van | let niet op | volg niet | houd je niet aan | luister niet`,
  prior: `vorige | voorgaande | eerdere | bovenstaande | oorspronkelijke | alle | alles | eerder | hierboven | bestaande | voorafgaande`,
  instructions: `instructie{,s} | opdracht{,en} | richtlijn{,en} | prompt{,s} | systeemprompt | aanwijzing{,en} | commando's | systeeminstructie{,s} | bevelen`,
  limits: `regel{,s} | beperking{,en} | grenzen | filters | beleid | veiligheid{,sregels}`,
  yours: `je | jouw | uw | jij | u`,
  mine: `mijn | ik | onze`,
  everything: `alles {hiervoor,hierboven,daarvoor,wat ik,wat je,wat hiervoor} | het bovenstaande | alle voorgaande tekst`,
  reveal: `toon | laat | geef | vertel | onthul | print | herhaal | schrijf | deel | wat {is,zijn,was,waren} | zeg | lijst | vertaal | verklap`,
  prompt: `systeemprompt | systeeminstructie{,s} | systeembericht | systeem prompt | oorspronkelijke {instructies,prompt} | verborgen {instructies,regels} | geheime {instructies,regels} | interne {instructies,regels} | initiële {instructies,prompt}`,
  secrets: `wachtwoord{,en} | inloggegevens | api-sleutel{,s} | vertrouwelijke {gegevens,informatie} | geheimen`,
  others: `andere {klanten,gebruikers,mensen} | alle {klanten,gebruikers} | andere klant | iedere klant`,
  records: `bestellingen | adressen | gegevens | e-mailadressen`,
  become: `je bent {nu,vanaf nu} | vanaf nu | doe alsof | gedraag je als | speel de rol | stel je voor dat je | je nieuwe rol`,
  unbound: `zonder {beperkingen,regels,filters,grenzen,censuur} | geen {beperkingen,regels,filters,grenzen} | onbeperkt{e,} | ongecensureerd{e,}`,
  enter: `activeer | schakel | ga naar`,
  mode: `ontwikkelaarsmodus | debugmodus | beheerdersmodus | onbeperkte modus | onderhoudsmodus`,
  notAssistant: `je bent {niet langer,geen,niet meer}`,
  claim: `ik ben {de,je,een} {ontwikkelaar,beheerder,admin,eigenaar,maker}`,
  only: `zeg {alleen,gewoon} | antwoord {alleen,altijd,enkel} | schrijf alleen | niets anders`,
  newTask: `nieuwe {taak,instructies,opdracht,regels} | volgende {taak,opdracht}`,
  send: `stuur | verzend | mail`,
  grant: `geef | keur | maak | verleen`,
  privilege: `beheerdersrechten | admin-rechten | beheerderstoegang`,
  free: `100% korting | 100 % korting | gratis`,
  unchecked: `zonder {controle,te controleren,bevestiging,verificatie}`,
  shop: `bestelling{,en} | bericht{,en} | vraag | filter{,s} | adres | artikel{,en} | product{,en} | maat | kleur | prijs | levering | retour | winkelwagen | bedrijf`,
  goods: `montage | was | levering | bezorger | recept | handleiding`,
  asking: `hoe kan ik | kan ik | mag ik | moet ik | waarom | ik ben vergeten | verschil | uitleg`
}
