/**
 * Vocabulary of retail policies, as data: customers and shops name the same thing differently, within a language
 * ("money back", "refund") and across languages. Words of concepts keep their accents; callers remove them.
 */

/** Languages of the vocabulary, by ISO 639-1 code. */
export const languages = ["en", "de", "fr", "es", "it", "nl", "pt"] as const
export type ConceptLanguage = (typeof languages)[number]

/**
 * Words of each concept per language, separated by blanks. `refund*` matches every word with that prefix, `pay` only
 * that word, and `money_back` a question with both words. Leave out words with a more common everyday meaning, and run
 * `PolicyRanking.test.ts` after a change.
 */
export const concepts: Readonly<Record<string, Readonly<Record<ConceptLanguage, string>>>> = {
  return: {
    en: "return* send_back sending_back sent_back give_back bring_back ship_back post_back posting_back mail_back withdraw* rma",
    de: "rückgabe* zurückgeb* zurückgegeb* zurücksend* zurückgesend* zurückgesandt* zurückschick* zurückgeschickt* zurückbring* rücksend* rücksand* retour* retournier* widerruf* widerrufsrecht* schick_zurück gebe_zurück sende_zurück",
    fr: "renonc* retour* retourn* renvoi* renvoy* rétract* rendre rends rendu",
    es: "devoluci* devolv* devuelv* devuelt* regresar* retorn* desist* llevar_vuelta",
    it: "reso resi restitu* rendere rispedi* recess* ritorn*",
    nl: "retour* terugstur* teruggestuurd* terugzend* terugbreng* herroep* stuur_terug",
    pt: "devoluç* devolv* devolver* retorn* arrepend*"
  },
  refund: {
    en: "refund* reimburs* money_back moneyback get_back credited store_credit",
    de: "erstatt* rückerstatt* zurückerstatt* rückzahl* zurückzahl* zurückgezahlt* gutschrift* gutgeschrieben* geld_zurück geld_wieder kaufpreis*",
    fr: "rembours* argent_retour récupérer_argent",
    es: "reembols* reintegr* devolver_dinero devuelven_dinero devolverme_dinero dinero_vuelta recuperar_dinero regresan_dinero",
    it: "rimbors* soldi_indietro riaccredit*",
    nl: "terugbetal* terugbetaald* restitut* geld_terug terugstort*",
    pt: "reembols* estorn* dinheiro_volta devolvem_dinheiro restitui*"
  },
  exchange: {
    en: "exchang* swap* replac* trade different_size another_size other_size",
    de: "umtausch* umgetauscht* tausch* austausch* ersatz* eintausch* andere_größe",
    fr: "échang* remplac* autre_taille",
    es: "cambi* canje* sustitu* reemplaz* reempla* otra_talla",
    it: "cambi* sostitu* scambi* altra_taglia",
    nl: "ruilen omruil* ruil* vervang* vervanging* andere_maat",
    pt: "troca* trocar* substitu* outro_tamanho"
  },
  cancel: {
    en: "stop cancel* revok* undo call_off changed_mind",
    de: "abbrech* stornier* storno* abbestell* rückgängig kündig* widerruf* rücktritt* zurücktret*",
    fr: "renonc* arrêt* annul* résili* désist* rétract*",
    es: "renunci* cancel* anul* desist* arrepent* arrepint*",
    it: "annull* cancell* disdi* recess*",
    nl: "stopzet* annuler* opzeg* herroep* intrekk*",
    pt: "cancel* anul* desist* arrepend*"
  },
  amend: {
    en: "chang* modif* edit* amend* alter* correct* mistake* fix* adjust* update*",
    de: "änder* geändert* abänder* anpass* korrig* berichtig* vertippt* verschrieben* nachträglich* umgezogen*",
    fr: "modif* chang* corrig* rectif* trompé* erreur*",
    es: "modific* cambi* corrig* correg* rectific* equivoc* editar*",
    it: "modific* cambi* corregg* rettific* sbagliat*",
    nl: "wijzig* gewijzigd* aanpass* verander* corriger* vergist*",
    pt: "alter* modific* mudar* corrig* retific* enganei*"
  },
  conversation: {
    en: "chat* conversation* transcript*",
    de: "chat* gespräch* unterhaltung*",
    fr: "chat* tchat* conversation* discussion*",
    es: "chat* conversaci*",
    it: "chat conversazion*",
    nl: "chat* gesprek*",
    pt: "chat* conversa*"
  },
  order: {
    en: "order* purchas* buy* bought checkout",
    de: "bestell* auftrag* aufträg* kauf* gekauft* einkauf* erwerb*",
    fr: "command* achat* achet*",
    es: "pedid* pedir compr* encarg* orden ordenes",
    it: "ordin* acquist* compra*",
    nl: "bestel* aankoop* aankopen* koop* kopen gekocht*",
    pt: "pedid* encomend* compr* ordem"
  },
  deliver: {
    en: "send sends sending sent bring deliver* shipp* ship ships shipment* dispatch* courier* arriv* transit* posted mailed",
    de: "schick* geschickt* bringt bringen liefer* geliefert* auslieferung* beliefer* versand* versend* versende* verschick* zustell* zugestellt* sendung* ankommt ankunft* eintreff* unterwegs",
    fr: "livr* expéd* expédi* envoi* envoy* achemin* arriv*",
    es: "mand* entreg* envi* enví* despach* reparte* repart* llega* llegu*",
    it: "mand* conseg* spedi* invi* arriv* recapit*",
    nl: "stur* opstur* gestuurd* lever* gelever* bezorg* verzend* verzonden* verstuur* aankom*",
    pt: "mand* entreg* envi* expedi* despach* chega* chegu* remet*"
  },
  parcel: {
    en: "carton cartons parcel* package packages packet* box boxes shipment*",
    de: "paket* päckchen* sendung* karton*",
    fr: "colis paquet* carton* envoi",
    es: "paquete* bulto* caja cajas envio",
    it: "pacc* collo colli scatol*",
    nl: "pakket* pakje* doos dozen zending*",
    pt: "pacote* embrulho* caixa* volume*"
  },
  duration: {
    en: "how_long day days week* hour* business_days within time timeframe* deadline* window until when_arrive",
    de: "lange tag tage tagen werktag* woche* stunde* frist* dauer* lieferzeit* laufzeit* innerhalb wann binnen",
    fr: "délai* jour* semaine* heure* combien_temps durée* quand",
    es: "plazo* día* semana* hora* tiempo* demor* tard* cuando hábiles duración*",
    it: "giorn* settiman* ore tempo tempi temp* entro termine quando dura*",
    nl: "dag dagen week weken uur uren termijn* binnen levertijd* duurt lang wanneer",
    pt: "prazo* dia dias semana* hora* tempo* demor* quando úteis"
  },
  cost: {
    en: "cost* fee fees charge* price* pric* how_much expens* rate rates surcharge* extra pays",
    de: "kosten* kostet gebühr* preis* entgelt* aufpreis* zuschlag* wieviel wie_viel versandkosten* betrag* pauschal* lieferkosten* rücksendekosten* porto*",
    fr: "coût* coût* frais prix tarif* combien_coûte payant* supplément* factur*",
    es: "cost* cuest* precio* tarif* cargo* gastos recargo* cobr* coste* importe* sale_más comisión*",
    it: "cost* prezz* tariff* spese addebit* supplement* importo*",
    nl: "kost* prijs prijzen tarief* tarieven* toeslag* bedrag* verzendkosten*",
    pt: "cust* preço* taxa* tarif* cobr* portes frete* valor*"
  },
  postage: {
    en: "postage* shipping shipping_cost freight",
    de: "porto* versandkosten* versandgebühr* lieferkosten* versandkostenfrei* rücksendekosten* versandpauschal*",
    fr: "port frais_port affranch* frais_livraison frais_envoi",
    es: "envio gastos_envío porte* flete* franqueo*",
    it: "spedizione spese_spedizione affranc*",
    nl: "verzendkosten* porto* bezorgkosten* frankeer*",
    pt: "frete* portes envio porte"
  },
  free: {
    en: "free gratis complimentary no_charge no_cost threshold*",
    de: "kostenlos* gratis umsonst versandkostenfrei* kostenfrei* portofrei* frei gebührenfrei* frachtfrei*",
    fr: "gratuit* offert* offerte* sans_frais dès",
    es: "gratis gratuit* sin_costo sin_coste libre_gastos",
    it: "gratis gratuit* omaggi*",
    nl: "gratis kosteloos* kosteloze*",
    pt: "grátis gratuit* sem_custo isent*"
  },
  minimum: {
    en: "minimum* threshold* at_least over above spend",
    de: "mindest* ab ab_betrag bestellwert* warenwert* einkaufswert*",
    fr: "minimum montant* supérieur* partir_montant dès",
    es: "mínim* mayores superior* superen partir_cuánto importe*",
    it: "minim* superior* importo*",
    nl: "minim* vanaf bestelbedrag*",
    pt: "mínim* acima superior* partir_quanto"
  },
  pay: {
    en: "bank iban pay pays paying paid payment* payable checkout paypal klarna apple_pay google_pay",
    de: "bank* iban zahl* bezahl* gezahlt* beglich* begleich* überweis* überwies* vorkasse* lastschrift* sepa sofortüberweisung* paypal klarna einzugsermächt*",
    fr: "banque* iban pay* paie* règl* régl* virement* chèque* paypal prélèvement*",
    es: "banco* iban pag* transferenc* abonar* abono* paypal bizum",
    it: "banca iban pag* bonific* contrassegn* paypal satispay",
    nl: "bank* iban betaal* betal* ideal overboek* paypal klarna incasso*",
    pt: "banco* iban pag* transferênc* boleto* pix paypal mbway multibanco*"
  },
  card: {
    en: "card cards visa mastercard amex american_express maestro debit credit_card",
    de: "karte karten kreditkart* ec_karte visa mastercard amex maestro girocard*",
    fr: "carte cartes bancaire* visa mastercard amex american_express bleue",
    es: "tarjet* visa mastercard amex american_express débito crédito",
    it: "carta carte visa mastercard amex american_express bancomat* credito",
    nl: "kaart creditcard* pinpas* visa mastercard amex maestro",
    pt: "cartão cartões visa mastercard amex american_express débito crédito"
  },
  cash: {
    en: "cash cod on_delivery",
    de: "nachnahme* bar bargeld* barzahl*",
    fr: "espèces comptant contre_remboursement livraison_paiement",
    es: "contrarreembolso* contra_reembolso contra_entrega contraentrega* efectivo* repartidor* recibir_pagar pagar_llegue",
    it: "contrassegn* contanti consegna_pagare",
    nl: "contant* rembours* aflever_betalen",
    pt: "dinheiro contra_entrega contrarreembolso* numerário*"
  },
  invoice: {
    en: "invoice* bill billing billed receipt* statement*",
    de: "rechnung* beleg* quittung* faktur* rechnungskauf* kaufbeleg*",
    fr: "factur* reçu ticket*",
    es: "boleta* factur* recibo* comprobante* ticket*",
    it: "fattur* ricevut* scontrin*",
    nl: "factu* rekening* bon bonnetje* aankoopbewijs*",
    pt: "fatur* recibo* nota_fiscal comprovant*"
  },
  credit: {
    en: "credit_check solvency creditworth* dunning overdue reminder*",
    de: "bonität* schufa kreditwürdig* mahn* verzug* zahlungsziel*",
    fr: "solvab* impayé* relance*",
    es: "solvenc* moros* impag*",
    it: "solvib* mora insolut*",
    nl: "kredietwaardig* aanmaning* achterstall*",
    pt: "solvabil* inadimpl* mora"
  },
  tax: {
    en: "vat tax taxes taxed",
    de: "mehrwertsteuer* umsatzsteuer* mwst ust steuer*",
    fr: "tva taxe* ttc",
    es: "iva impuest*",
    it: "iva tasse imposta imposte",
    nl: "btw belasting*",
    pt: "iva imposto* icms"
  },
  customs: {
    en: "custom customs duty duties import*",
    de: "zoll* zölle* einfuhr* importgebühr*",
    fr: "douan* import*",
    es: "aduan* arancel* importaci*",
    it: "dogan* dazi* importazion*",
    nl: "douane* invoer* invoerrecht*",
    pt: "alfândeg* aduan* importaç*"
  },
  abroad: {
    en: "abroad international* countr* overseas foreign worldwide outside domestic* europe* eu",
    de: "ausland* ausländ* international* land länder* europa* europäisch* eu weltweit* innerhalb_deutschlands",
    fr: "étranger* international* pays europe* métropole monde outre ue dom tom",
    es: "extranjer* internacional* país* países europ* península mundo islas ue",
    it: "estero internazional* paes* europ* mondo ue",
    nl: "buitenland* internationa* land landen europ* wereldwijd* eu",
    pt: "estrangeir* exterior internaciona* país* países europ* mundo ue"
  },
  remote: {
    en: "remote rural island* village* zone* area* region*",
    de: "insel* inseln* dorf ländlich* abgelegen* außengebiet* gebiet*",
    fr: "île* îles rural* village* zone* corse région*",
    es: "rural* pueblo* aldea* campo isla* islas zona* alejad* interior",
    it: "isol* rural* paesin* zona zone remot*",
    nl: "eiland* wadden* platteland* dorp* gebied*",
    pt: "ilha* rura* aldeia* interior zona* remot*"
  },
  speed: {
    en: "express* fast* quick* urgent* overnight rush sooner tomorrow today same_day next_day two_days",
    de: "express* eilig* schnell* dringend* übernacht* morgen heute expresszuschlag* eilversand*",
    fr: "express* rapide* urgent* vite demain aujourd",
    es: "express expres* exprés urgent* rápid* mañana hoy inmediat*",
    it: "express* espress* veloc* urgent* rapid* domani oggi",
    nl: "express* spoed* snel* morgen vandaag",
    pt: "express* urgent* rápid* amanhã hoje"
  },
  cutoff: {
    en: "before_noon pm am cutoff cut placed weekend* saturday* sunday* monday* friday* holiday* warehouse* processed processing",
    de: "uhr wochenend* samstag* sonntag* feiertag* montag* freitag* bis_wann lager*",
    fr: "heures samedi* dimanche* férié* weekend* lundi* vendredi*",
    es: "hs horas sábado* domingo* festivo* feriado* lunes viernes horario*",
    it: "sabato domenica festiv* lunedì venerdì orari*",
    nl: "zaterdag* zondag* feestdag* weekend* maandag* vrijdag*",
    pt: "sábado* domingo* feriado* segunda sexta horário*"
  },
  stores: {
    en: "store stores shop shops pickup pick_up collect* store_visit showroom* branch* in_person",
    de: "abhol* selbstabhol* filial* ladengeschäft* laden selbst_holen geschäft*",
    fr: "retrait* magasin* boutique_physique relais agence* chercher",
    es: "tienda* retir* sucursal* recog* tienda_física buscar_local pasar_buscar local",
    it: "negozio ritir* negozi* filial* punto_vendita",
    nl: "afhal* ophal* winkel* filia*",
    pt: "loja lojas levant* retira* loja_física buscar_loja filia*"
  },
  locker: {
    en: "post_box post_office locker* po_box p_box drop_off pickup_point parcel_shop apo",
    de: "packstation* postfach* postfilial* paketshop* abholstation*",
    fr: "relais consigne* boîte_postale point_retrait",
    es: "punto_recogida taquilla* apartado_postal buzón*",
    it: "locker punto_ritiro casella_postale",
    nl: "afhaalpunt* pakketpunt* postbus*",
    pt: "ponto_recolha cacifo* caixa_postal"
  },
  carrier: {
    en: "carrier* courier* dhl ups fedex usps dpd gls hermes mail postal delivery_company",
    de: "paketdienst* versanddienst* zusteller* dhl ups dpd gls hermes spedition* spediteur* post postbote* paketbot* zulieferer*",
    fr: "transporteur* colissimo chronopost mondial_relay livreur* poste facteur* dhl ups",
    es: "transport* mensajer* correos seur mrw repartidor* empresa_envío dhl ups",
    it: "corrier* poste bartolini brt gls dhl ups vettor*",
    nl: "vervoerder* postnl dhl ups dpd koerier* bezorger* postbode*",
    pt: "transportador* correios ctt carteiro* estafet* dhl ups"
  },
  absent: {
    en: "nobody_home not_home missed_delivery undeliver* unclaimed neighbo* absent* notice went_back returned_us refused",
    de: "zuhause daheim nachbar* angetroffen* abwesen* benachrichtigung* niemand_da unzustellbar* zustellversuch* benachrichtigungskart* nicht_da",
    fr: "absent* absence* avis_passage voisin* pas_là non_distribu*",
    es: "ausent* ausencia* nadie_casa vecin* no_casa no_estaba intento*",
    it: "assent* assenza nessuno_casa vicin* giacenza*",
    nl: "niet_thuis afwezig* buren buur* niemand_thuis bezorgpoging*",
    pt: "ausent* ausência* ninguém_casa vizinh* tentativa*"
  },
  address: {
    en: "address* moved recipient* postcode zip",
    de: "adress* anschrift* lieferadress* lieferanschrift* rücksendeadress* hausnummer* straße* empfänger* umgezogen* postleitzahl*",
    fr: "adress* destinatair* rue déménag*",
    es: "direcci* domicili* destinatari* calle mudé mudado",
    it: "indirizz* destinatari* domicili* via",
    nl: "adres* ontvanger* straat huisnummer* verhuisd* bezorgadres*",
    pt: "endereç* morada* destinatár* rua mudei"
  },
  tracking: {
    en: "track* trace tracing status where_order where_parcel where_package whereabouts",
    de: "sendungsverfolg* verfolg* nachverfolg* tracking* sendungsnummer* bestellstatus* wo_paket wo_bestellung paketverfolg* status",
    fr: "suivi* suivre suis_commande où_colis où_commande numéro_suivi tracking*",
    es: "seguimient* rastre* localiz* dónde_pedido dónde_paquete dónde_va guía tracking*",
    it: "tracci* tracking* dove_pacco dove_ordine seguire stato",
    nl: "volgen track* traceren waar_pakket waar_bestelling status volgnummer*",
    pt: "rastre* rastrei* acompanh* seguir onde_pedido onde_encomenda localiz*"
  },
  late: {
    en: "late delay* overdue still_waiting not_arrived hasn_arrived behind",
    de: "verspät* verzöger* überfällig* lieferverzug* noch_nicht_da zu_spät",
    fr: "retard* tardi* toujours_pas",
    es: "retras* demora* atras* tarde no_llega",
    it: "ritard* tardi",
    nl: "vertrag* vertraging* te_laat later",
    pt: "atras* demora* tarde"
  },
  missing: {
    en: "missing lost vanish* disappear* stolen never_arrived not_received not_there",
    de: "verloren* verlust* fehlt fehlen* fehlend* nicht_angekommen abhanden* verschwunden* gestohlen*",
    fr: "perdu* perte* manqu* disparu* volé* jamais_reçu non_reçu",
    es: "perdid* pérdida* falta faltan faltante* extravi* robad* no_recib* nunca_llegó",
    it: "smarrit* pers* manca* mancant* rubat* mai_arrivat*",
    nl: "verloren* kwijt vermist* ontbreekt* ontbreken* gestolen* niet_ontvangen",
    pt: "perdid* perda* falta extravi* roubad* não_recebi"
  },
  damaged: {
    en: "damag* broken defect* fault* crack* shatter* flaw* malfunction* torn smashed dented not_work stopped_working inspect*",
    de: "beschädig* schaden schäden* defekt* kaputt* mangel* mängel* mangelhaft* fehlerhaft* zerbroch* transportschad* transportschäd* eingedrückt* bruch* reklam* funktioniert_nicht",
    fr: "endommag* abîm* cass* défect* défaut* défaillan* panne* avari* vice* détérior* brisé* réserve* anomali*",
    es: "dañad* daño* rot* roto* defect* fallo* falla* averi* estrope* mal_estado deterior* vencid* podrid* golpead* reclam* incidenc*",
    it: "danneggi* danno danni rott* difett* guast* reclam*",
    nl: "beschadig* schade kapot* defect* gebrek* gebreken* stuk klacht*",
    pt: "danific* dano* quebrad* defeit* avari* estragad* partid* reclam*"
  },
  wrong: {
    en: "wrong* incorrect* error* mistake* not_ordered different_item",
    de: "falsch* irrtum* irrtüm* verwechs* fehllieferung* falschlieferung*",
    fr: "mauvais* erreur* erron* incorrect* trompé* non_conform* conformité*",
    es: "equivoc* incorrect* erróne* error* otro_producto",
    it: "sbagliat* errat* error* errore",
    nl: "verkeerd* fout* onjuist* vergissing*",
    pt: "errad* incorret* erro engano* equivoc*"
  },
  warranty: {
    en: "warrant* guarant* repair* fix_free",
    de: "garantie* gewährleistung* reparatur* reparier* gesetzlich_mängel",
    fr: "garanti* répar* couvert* vices conformité*",
    es: "garant* repar* cobertura*",
    it: "garan* ripar* conformità",
    nl: "garantie* repar* herstel*",
    pt: "garant* repar* consert* conserto*"
  },
  misuse: {
    en: "misus* accident* drop* dropped negligen* wear tear abus* own_fault improper*",
    de: "unsachgemäß* selbst_verschuldet verschleiß* abnutz* sturz heruntergefallen* fahrlässig* eigenverschulden*",
    fr: "usure mauvaise_utilisation chute tombé* négligen* accident* mésusage",
    es: "desgaste mal_uso indebid* caída cayó neglig* accident* incorrecto_uso",
    it: "usura uso_improprio cadut* neglig* accident*",
    nl: "slijtage verkeerd_gebruik gevallen nalatig* ongeluk*",
    pt: "desgaste mau_uso queda caiu neglig* acident* indevid*"
  },
  condition: {
    en: "original_packaging unused unworn unopened condition* original packag* tag tags worn used tried resalable wear_before shoebox",
    de: "unbenutzt* ungetragen* originalverpack* zustand* neuwertig* verpackung* etikett* ungebraucht* getragen* benutzt*",
    fr: "neuf neuve emballag* origine étiquett* porté* utilisé* état boîte intact*",
    es: "usad* usar empaque* embalaje* etiquet* original* estado_original estren* sin_usar condicion*",
    it: "usat* confezion* imball* etichett* integr* original* indossat*",
    nl: "ongebruikt* ongedragen* verpakking* originele staat label* gedragen*",
    pt: "usad* embalag* etiquet* original* estado_original sem_uso"
  },
  excluded: {
    en: "exclu* exception* non_returnable final_sale clearance cannot_returned personali* custom_made customi* engrav* monogram* name_printed perishable* hygien* underwear swimwear opened digital sale",
    de: "ausgeschlossen* ausschluss* ausnahme* ausgenommen* personalisiert* maßanfert* gravur* graviert* hygien* versiegel* verderblich* reduziert* sonderanfert* entsiegel* individuell*",
    fr: "exclu* exception* personnalis* sur_mesure grav* hygiène* descell* périssab* solde* soldes ouvert*",
    es: "exclu* excep* personaliz* higien* abiert* abrí perecedero* ropa_interior no_retornable rebajas oferta* liquidaci* medida cosmétic*",
    it: "esclus* eccezion* personalizz* su_misura igien* sigill* deperibil* saldi apert*",
    nl: "uitgeslot* uitzonder* gepersonalis* maatwerk hygiën* verzegel* bederfelijk* uitverkoop* geopend*",
    pt: "exclu* exceç* personaliz* higien* abert* perecív* saldos promoção lingerie"
  },
  label: {
    en: "label* print* slip barcode*",
    de: "etikett* label* rücksendeetikett* retourenlabel* retourenschein* aufkleber* ausdruck*",
    fr: "étiquett* bordereau* bon_retour imprim*",
    es: "etiquet* guía imprim* resguardo*",
    it: "etichett* stamp* modulo",
    nl: "label* retourlabel* retourformulier* printen",
    pt: "etiquet* guia imprim*"
  },
  gift: {
    en: "gift* present presents wrap* giftwrap* birthday* christmas",
    de: "geschenk* verschenk* einpack* geburtstag* weihnacht* grußkart*",
    fr: "cadeau* offrir emballage_cadeau anniversaire* noël",
    es: "regal* envolv* envuelv* cumpleaños* navid*",
    it: "regal* confezione_regalo compleann* natal*",
    nl: "cadeau* inpak* geschenk* verjaardag* kerst*",
    pt: "present* embrulh* aniversári* natal oferecer*"
  },
  voucher: {
    en: "voucher* coupon* gift_card giftcard* promo* code codes store_credit",
    de: "gutschein* geschenkkart* geschenkgutschein* coupon* rabattcode* aktionscode* guthaben*",
    fr: "bon_achat coupon* carte_cadeau chèque_cadeau promo* avoir code",
    es: "cupón cupones vale vales tarjeta_regalo tarjetas_regalo código* promoci*",
    it: "buono buoni coupon* carta_regalo codice promo*",
    nl: "cadeaubon* cadeaukaart* kortingscode* coupon* tegoedbon* waardebon*",
    pt: "cupom cupão cupões vale cartão_presente código* promoç*"
  },
  discount: {
    en: "percent* cheaper discount* sale sales reduc* bulk student* offer offers",
    de: "prozent* günstiger billiger rabatt* ermäßig* nachlass* skonto mengenrabatt* staffel* prozent* student*",
    fr: "pourcent* moins_cher réduc* remise* rabais* solde* promotion* étudiant*",
    es: "porcentaje* barat* descuent* rebaj* oferta* promoci* estudiant*",
    it: "percent* economic* scont* offert* promozion* student*",
    nl: "procent* goedkop* korting* aanbieding* student*",
    pt: "percent* barat* descont* oferta* promoç* estudant*"
  },
  size: {
    en: "bigger smaller larger tighter size* sizing fit fits small large big tight loose measure* chart",
    de: "größer* kleiner* größe* passform* passt passen maße größentabell* klein groß eng weit",
    fr: "taille* pointure* mesure* petit* grand* serré*",
    es: "talla* talle* medid* pequeñ* chic* grande* ajuste*",
    it: "grand* tagli* misur* piccol* grand* vestibil*",
    nl: "groter kleiner maat maten maattabel* pasvorm* klein groot past",
    pt: "tamanho* medid* pequen* grande* numeraç*"
  },
  looks: {
    en: "colo* photo* picture* image* shade* looks screen appear* descri*",
    de: "farb* foto* bild* abbildung* farbton* abweich* beschreib* produktfoto*",
    fr: "couleur* photo* image* visuel* teinte* aspect descri* contractuel*",
    es: "color* foto* imagen* imágen* tono* pantalla* aspecto descri*",
    it: "color* foto* immagin* tonalità schermo descri*",
    nl: "kleur* foto* afbeelding* scherm* beschrijv*",
    pt: "cor cores foto* imagem imagens tom ecrã descri*"
  },
  stock: {
    en: "stock* availab* sold_out out_stock backorder* restock* unavailab* preorder*",
    de: "verfügbar* vorrätig* lagernd* ausverkauft* nachbestell* vorbestell* lieferbar* vorrat*",
    fr: "stock* disponib* rupture* épuis* indisponib* précommand* réapprov*",
    es: "stock disponib* agotad* existenci* agotar* reposici* inventario*",
    it: "disponibil* esaurit* magazzin* scort*",
    nl: "voorraad* beschikbaar* uitverkocht* leverbaar*",
    pt: "stock estoque* disponib* disponív* esgotad* reposiç*"
  },
  partial: {
    en: "partial* separate* split several_parcels multiple together combine*",
    de: "teillieferung* teilsendung* getrennt* einzeln* mehrere_pakete zusammen*",
    fr: "séparé* partiel* plusieurs_colis ensemble même_temps plusieurs",
    es: "separad* parcial* varios_paquetes junt* distint*",
    it: "separat* parzial* insieme più_pacchi",
    nl: "deelleverin* apart* gesplits* samen",
    pt: "separad* parcia* junt* vários_pacotes"
  },
  account: {
    en: "account* register* regist* sign_up signup guest log_in profile*",
    de: "konto* kundenkonto* registrier* anmeld* benutzerkonto* gast gastbestell* gastzugang* profil*",
    fr: "compte* inscri* inscrire* inscription* invité* profil* connect*",
    es: "cuenta* registr* invitad* perfil* inscri*",
    it: "account* registr* iscri* ospite profil*",
    nl: "account* registr* aanmeld* gast profiel*",
    pt: "conta contas regist* cadastr* convidad* perfil*"
  },
  password: {
    en: "password* login log_in logging sign_in credential* two_factor authenticat* locked_out",
    de: "passwort* kennwort* einlogg* zugangsdat* login*",
    fr: "mot_passe identifiant* connexion* connecter*",
    es: "contraseñ* clave acceso iniciar_sesión",
    it: "password* accedere accesso credenzial*",
    nl: "wachtwoord* inlog* inloggen*",
    pt: "senha* palavra_passe login acess*"
  },
  fraud: {
    en: "fraud* scam* phish* suspicious* unauthori* hack* stolen_card without_permission",
    de: "betrug* betrüg* missbrauch* phishing* verdächtig* unbefugt* gehackt*",
    fr: "fraud* frauduleu* piraté* hameçon* arnaq* sans_accord suspect*",
    es: "fraud* estafa* sospech* suplant* hacke* sin_permiso phishing",
    it: "frod* truff* sospett* phishing",
    nl: "fraude* oplicht* misbruik* verdacht* phishing",
    pt: "fraud* golpe* suspeit* phishing burla*"
  },
  secure: {
    en: "secur* safe safely safety encrypt* ssl stored store_card keep_card pci",
    de: "sicher* verschlüssel* ssl datensicherheit* gespeicher* speicher*",
    fr: "sécuris* sécurité crypt* chiffr* conserv* stock_carte ssl enregistré*",
    es: "segur* cifrad* encript* almacen* guard* ssl",
    it: "sicur* crittograf* cifrat* conserv* memorizz* ssl",
    nl: "veilig* beveilig* versleutel* bewaar* opgeslagen* ssl",
    pt: "segur* criptograf* encript* armazen* guard* ssl"
  },
  data: {
    en: "data privacy personal information gdpr details",
    de: "daten* datenschutz* personenbezogen* dsgvo persönlich* privatsphäre*",
    fr: "données* confidentialité* personnel* rgpd informations* vie_privée fichiers nominatives",
    es: "datos privacidad personales información rgpd",
    it: "dati privacy personali informazioni gdpr",
    nl: "gegevens privacy* persoon* avg persoonlijk*",
    pt: "dados privacidade pessoais informaç* lgpd rgpd"
  },
  erase: {
    en: "delet* eras* remov* forget forgotten wipe* close_account",
    de: "lösch* gelöscht* entfern* vergessen auskunft* sperrung*",
    fr: "suppr* effac* oppos* oubli droit_accès",
    es: "elimin* borr* suprim* supres* olvid* cancelar_cuenta baja",
    it: "cancell* elimin* rimuov* rimoz* oblio",
    nl: "verwijder* wissen gewist vergeten",
    pt: "elimin* apag* exclu* remov* esquec* apagar*"
  },
  sharing: {
    en: "share* sharing third sell_data disclos* pass_on partners transfer* advertis* other_companies",
    de: "weitergabe* weitergeb* weitergegeb* dritte dritten weiterleit* übermitt* verkauft_daten gebt_weiter",
    fr: "tiers partag* divulg* transm* vend* revend* communiqu* partenair* cédé*",
    es: "tercer* compart* divulg* ced* vend* transmit* otras_empresas pasan_datos",
    it: "terz* condivid* divulg* cedut* vend* comunicat*",
    nl: "derden deel delen doorgev* doorverkop* verstrek*",
    pt: "terceir* partilh* compartilh* divulg* vend* ced*"
  },
  cookies: {
    en: "cookie* analytics",
    de: "cookie* analytics analysedienst*",
    fr: "cookie* traceur*",
    es: "cookie* analítica*",
    it: "cookie*",
    nl: "cookie*",
    pt: "cookie*"
  },
  age: {
    en: "age minor* child* kid* parent* adult* guardian* eighteen year_old",
    de: "alter minderjähr* volljähr* kind* eltern* jugend* erziehungsberecht*",
    fr: "âge majorité* mineur* majeur* enfant* parent* fils fille ans",
    es: "edad menor menores niñ* hij* mayor_edad padre* adult*",
    it: "età minor* maggiorenn* bambin* figli* genitor*",
    nl: "leeftijd* minderjarig* kind* ouder* volwassen*",
    pt: "idade menor menores crianç* filh* adult* pais"
  },
  contact: {
    en: "contact* phone* telephone* call email* e_mail chat support helpline whatsapp reach write_to hotline customer_service speak talk",
    de: "kontakt* telefon* anruf* anrufen* email* e_mail mail hotline* kundenservice* kundendienst* erreich* chat wenden ansprechpartner* schreib*",
    fr: "contact* téléphon* appel* joindre mail* email* courriel* service_client chat whatsapp écrire",
    es: "contact* teléfon* llam* correo* email* whatsapp atención escrib* comunic* soporte chat",
    it: "contatt* telefon* chiam* email* mail assistenza whatsapp chat scriv*",
    nl: "contact* telefoon* bellen email* mail klantenservice* chat bereik*",
    pt: "contact* contat* telefon* ligar email* suporte atendiment* whatsapp chat"
  },
  hours: {
    en: "opening_hours open_hours business_hours hours monday friday",
    de: "öffnungszeit* geschäftszeit* erreichbar* sprechzeit*",
    fr: "horaire* ouverture* ouvert_heures",
    es: "horario* abren abierto_hora atienden",
    it: "orari* apertura aperti",
    nl: "openingstijd* geopend_uur bereikbaar*",
    pt: "horário* abertura abrem funcionamento"
  },
  care: {
    en: "wash* clean* care iron* laundr* maintenance",
    de: "wasch* gewaschen* reinig* pflege* waschmaschin* bügel*",
    fr: "lav* nettoy* entretien* machine repass*",
    es: "lav* limpi* cuidad* planch*",
    it: "lav* pul* cura stir* lavatric*",
    nl: "was wassen wasmachine* schoonmak* onderhoud* reinig*",
    pt: "lav* limp* cuidad* passar_ferro"
  },
  loyalty: {
    en: "loyal* points reward* refer_friend referral*",
    de: "treue* bonus* punkte prämie* freunde_werben",
    fr: "fidél* points parrain* récompens*",
    es: "lealtad fidel* puntos referid* recompens*",
    it: "fedeltà punti premi referral*",
    nl: "spaar* punten loyaliteit* beloning*",
    pt: "fidel* pontos recompens* indicaç*"
  },
  instalments: {
    en: "instalment* installment* financing afterpay monthly pay_later",
    de: "rate raten ratenzahl* ratenkauf* finanzier* monatlich*",
    fr: "mensualit* plusieurs_fois quatre_fois trois_fois échelonn* crédit financ*",
    es: "cuotas financ* mensualidad* meses_intereses plazos_intereses fraccion*",
    it: "rate rateizz* finanzi*",
    nl: "termijnen gespreid* achteraf krediet",
    pt: "parcelas prestaç* parcel* financ*"
  },
  newsletter: {
    en: "newsletter* unsubscrib* subscri* mailing marketing",
    de: "newsletter* abonn* abo abmeld* austrag* werbung*",
    fr: "newsletter* infolettre* abonn* désabonn* désinscri*",
    es: "boletín* newsletter* suscri* subscri* baja",
    it: "newsletter* iscri* disiscri* abbona*",
    nl: "nieuwsbrief* abonn* afmeld* uitschrijv*",
    pt: "newsletter* boletim* subscri* assinatur*"
  },
  trial: {
    en: "sample* try_on trial fitting_room",
    de: "probe proben probier* anprobier* anprobe* muster",
    fr: "essay* essai* échantillon* cabine*",
    es: "probar* probarme prueba* muestra* probador*",
    it: "provare prova campion* camerin*",
    nl: "passen uitproberen proef* monster paskamer*",
    pt: "experimentar* prova provar amostra*"
  },
  installation: {
    en: "install* assembl* mounting set_up",
    de: "aufbau* aufbauen montage* montier* installation* anschließ*",
    fr: "montage monter install*",
    es: "montaje* montar instal*",
    it: "montagg* install*",
    nl: "montage* install* monteren",
    pt: "montagem instal*"
  },
  disposal: {
    en: "recycl* dispos* old_appliance trade_in environment* sustainab* eco biodegrad*",
    de: "altgerät* entsorg* recycel* recycling* rücknahme* umwelt* nachhaltig* biologisch*",
    fr: "recycl* reprise ancien_appareil environnement* écolog* durable*",
    es: "recicl* retirada_usado ecológic* sostenib* medio_ambiente",
    it: "ricicl* smaltim* ritiro_usato ecologic* sostenib*",
    nl: "recycl* milieu* duurzaam* oude_apparaat",
    pt: "recicl* ecológic* sustent* ambient*"
  },
  employment: {
    en: "job jobs career* vacanc* hiring employ* internship*",
    de: "stelle* job jobs karriere* bewerb* ausbildung* praktik*",
    fr: "emploi* recrut* stage candidature*",
    es: "empleo* vacante* trabajar currícul*",
    it: "lavor* assun* candidatur* tirocin*",
    nl: "vacature* werken baan stage sollicit*",
    pt: "emprego* vaga* trabalhar estágio*"
  },
  wholesale: {
    en: "wholesale* b2b business_customer trade bulk resell* dealer*",
    de: "großhandel* gewerb* händler* firmenkund* geschäftskund* mengenrabatt*",
    fr: "professionnel* grossiste* entreprise* revendeur*",
    es: "mayoris* mayoreo por_mayor revended* empresa*",
    it: "ingross* rivendit* aziend*",
    nl: "groothandel* zakelijk* wederverkop*",
    pt: "atacad* grossista* revend* empresa*"
  },
  genuine: {
    en: "genuine authentic* original_product counterfeit* fake*",
    de: "echt* original fälsch* authent*",
    fr: "authenti* contrefa* original* véritable*",
    es: "auténtic* original* falsific* copia* réplica*",
    it: "autentic* original* contraff* falso falsi",
    nl: "echt* authent* namaak* origineel*",
    pt: "autêntic* original* falsific* réplica*"
  },
  contract: {
    en: "terms contract* agree* legal law jurisdiction* liab* liable dispute* arbitrat*",
    de: "agb vertrag* haftung* haft* gerichtsstand* recht* streit* schlichtung*",
    fr: "cgv contrat* responsab* litige* juridiction* loi médiat* tribunal*",
    es: "términos contrat* responsab* ley jurisdic* disput* litig* legal*",
    it: "contratt* condizioni responsab* legge foro controvers*",
    nl: "voorwaarden overeenkomst* aansprakelijk* recht geschil*",
    pt: "termos contrato* responsab* lei jurisdiç* litíg* disput*"
  },
  confirmation: {
    en: "confirm* acknowledg* notif*",
    de: "bestätig* auftragsbestätig* bestellbestätig* benachrichtig* informier*",
    fr: "confirm* accusé* notif*",
    es: "confirm* notific* aviso*",
    it: "conferm* notific* avvis*",
    nl: "bevestig* bericht melding*",
    pt: "confirm* notific* aviso*"
  }
}

/** Stop words, lower-case and without accents. They indicate the language of a question, but not its topic. */
export const functionWords: Readonly<Record<ConceptLanguage, string>> = {
  en: "a about after again all already also am an and any anything are as at be because been before being but by can could did do does doing don for from get give got had has have he help her here him his how i if in into is it its just know let like long lot make may me might more much must my need no nobody not now of off on one or other our out own please put really same shall she should so some somebody something still such take tell than thank thanks that the their them then there they thing things this those to too up us use very want was way we well were what when where which while who why will with without would yes yet you your",
  de: "aber alle alles als also am an andere auch auf aus bei beim bekomme bekommen bin bis bitte da damit dann das dass dein dem den denn der des die dies diese diesem diesen dieser dieses doch durch ein eine einem einen einer eines einfach er es etwas euch euer eure fur furs gebe geben gebt gehen geht gern gibt habe haben habt hat hatte hier ich ihm ihn ihnen ihr ihre im in ins irgendwo ist ja jetzt kann kannst kein keine keinen konnen konnt konnte lange lasst machen macht man mehr mein meine meinem meinen meiner mich mir mit mochte muss mussen nach nachdem nicht nichts noch nur ob oder ohne schon sehr sein seine selber selbst sich sie sind so soll sollen sollte sonst tun uber um und uns unser unsere unter vom von vor wann war waren warum was wegen weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieso will wir wird wo wohin wollen wurde wurden zu zum zur",
  fr: "a ai alors apres as au aucun aussi autre autres aux avec avez avoir avons c ca car ce cela ces cet cette chez combien comme comment d dans de des dois doit donc du elle elles en encore entre est et etait etes etre faire fais fait faites faut ils il j je jusqu l la le les leur leurs lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas passe pendant peu peut peuvent peux plus pour pourquoi pouvez pouvoir pres puis qu quand que quel quelle quelles quels quelqu quelque quelques quelle qui quoi s sa sans sera serai ses si soit son sont sous suis sur t ta te tout toute toutes tous tres tu un une va vais vers veux voir vos votre voudrais vous y",
  es: "a al algo alguien alguna algun ante antes aqui asi aun aunque bien cada como con cual cuales cuando cuanta cuantas cuanto cuantos de del desde despues donde dos e el ella ellos en entre era es esa ese eso esta estaba estan estar este esto estos estoy fue ha hace hacen hacer hago han hasta hay he la las le les lo los mas me mi mis mismo mucho muy nada ni no nos nosotros o os otra otras otro otros para pero poco por porque pues puede pueden puedo que quien quiero se ser si sin sobre solo son soy su sus tal tambien tan tanto te ten tener tengo tiene tienen toda todo todos tu tus un una unas uno unos usted ustedes va vez voy y ya yo",
  it: "a ad ai al alla alle allo anche ancora c che chi ci come con cosa cui da dai dal dalla dei del della delle dello di dopo dove due e ed era essere fa fare fino gli ha hai hanno ho i il in io l la le lei lo loro lui ma me mi mia mie miei mio molto ne nei nel nella no noi non nostro o ogni per perche piu poi posso possono puo qual quale quali qualche quando quanta quante quanti quanto quello questa queste questi questo qui se senza si sia siamo siete sono sta su sul sulla suo tra tu tutto un una uno va vi voglio voi vorrei vostra vostro",
  nl: "aan al alle alles als andere ben bij daar dan dat de deze die dit doe doen door dus een en er gaat geen haar had heb hebben heeft het hier hij hoe hoeveel hun iets ik in is ja je jij jou jouw jullie kan kunnen maar mag me meer met mij mijn moet moeten na naar niet nog nu of om onder ons onze ook op over te tegen toch toen tot u uit uw van veel voor waar waarom wanneer want waren was wat we wel welk welke werd wie wij wil willen worden wordt zal ze zich zij zijn zo zonder zou",
  pt: "a agora ainda algo alguem algum alguma ao aos as ate cada com como da das de dela dele depois do dos e ela ele eles em entre era essa esse esta estao estar este eu faz fazem fazer foi ha isso isto ja la lhe mais mas me mesmo meu meus minha muito na nao nas nem no nos nossa nosso num numa o os ou para pela pelas pelo pelos por porque posso pode podem pois qual quais quando quanta quantas quanto quantos que quem quero se sem ser seu seus so sobre sua suas tambem te tem tenho teu ter tudo tu um uma umas uns vai voce voces vou"
}
