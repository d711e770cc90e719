import { behind, type Language } from "./Language.ts"

export const romance: ReadonlyArray<Language> = [
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
    beside:
      "tout à fait|tout de suite|ça me va|je|j'aimerais|le|la|les|ça|cela|faites|fais|veux|voudrais|suis|sûre?|certaine?|tout|toute|commande|beaucoup|bien|c'est|bon|exact|absolument|maintenant|avec plaisir|faire|procédez",
    no: "pas|non|jamais|attend\\S*|plus tard|ne(?= \\S)|aucun\\S*",
    please: "s'il (?:vous|te) plaît|svp|stp|pouvez[- ]vous|peux[- ]tu|pourriez[- ]vous|pourrais[- ]tu|veuillez",
    wish: {
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
    }
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
    beside:
      "lo|la|que|eso|así|ya|ahora|todo|toda|el|mi|pedido|hágalo|hacerlo|haga|haz|quiero|estoy|segur[oa]|muchas|muy|bien|está|exacto|exactamente|procede|proceda|con gusto|mismo|es",
    no: "no|nunca|espera|espere|todavía|aún|más tarde|mejor no|ningun\\S*|sin",
    please: "por favor|puedes|podrías|puede usted|podría",
    wish: {
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
    }
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
    beside:
      "faça|fazer|faz|isso|o|a|meu|tudo|todo|pedido|quero|eu|tenho|certeza|muito|agora|já|seguir|continuar|avançar|prosseguir|exato|está|bem|ótimo|que",
    no: "não|nao|nunca|espera|espere|ainda|depois|melhor não|nenhum\\S*|sem",
    please: "por favor|você pode|voce pode|poderia|pode",
    wish: {
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
    }
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
    beside:
      "lo|la|tutto|il|mio|ordine|voglio|vorrei|sono|sicur[oa]|pure|grazie|mille|molte|adesso|ora|subito|faccia|faccialo|così|va|bene|benissimo|ottimo|esattamente|che",
    no: "non|no|mai|aspetta|aspetti|ancora|più tardi|meglio di no|nessun\\S*|senza",
    please: "per favore|per cortesia|puoi|può|potresti|potrebbe",
    wish: {
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
    }
  }
]
