import { behind, inLatin, type Language } from "./Language.ts"

export const other: ReadonlyArray<Language> = [
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
    beside: "bunu|onu|yapın|yap|hepsini|siparişi|istiyorum|eminim|şimdi|hemen|çok|iyi|doğru|edin|et|ederim|lütfen",
    no: "hayır|etme|etmeyin|istemiyorum|değil|bekle\\S*|sonra|dur|yapma\\S*",
    please: "lütfen|(?:(?:eder|edebilir) )?(?:misiniz|misin)|mısınız|mısın|rica",
    wish: {
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
    }
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
    beside: "itu|ini|lakukan|saja|semua|pesanan|saya|mau|yakin|sekarang|banyak|kasih|silahkan|silakan|betul|lanjut",
    no: "tidak|jangan|belum|tunggu|nanti|bukan",
    please: "tolong|mohon|bisakah|bisa kamu|silakan",
    wish: {
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
    }
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
    beside: "tôi|em|anh|chị|muốn|làm|đi|ạ|nhé|rồi|hãy|đơn|hàng|chắc chắn|ngay|bây giờ|hết|tất cả",
    no: "không|đừng|chưa|khoan|chờ|để sau",
    please: "làm ơn|vui lòng|giúp|bạn có thể|xin",
    wish: {
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
    }
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
    beside: "ذلك|هذا|الآن|أريد|افعل|كل|شيء|الطلب|جدا|متأكد|بالطبع|طبعا|جيد",
    no: "لا|لم|لن|ليس|انتظر|لاحقا|بدون|توقف",
    please: "من فضلك|رجاء|هل يمكنك|لو سمحت",
    wish: {
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
    }
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
    beside: "हाँ|हां|यह|ये|वह|मैं|मुझे|चाहता|चाहती|हूँ|हूं|कर|करो|करें|करिए|दें|है|अभी|सब|बहुत|मेरा|ऑर्डर|कीजिए|चाहिए",
    no: "नहीं|मत|ना|रुको|रुकिए|बाद में|अभी नहीं|nahi+n?|(?:mat|na) (?:karo|karna|kare|karein|kariye|kijiye|hone)",
    please: "कृपया|दीजिए|दो|सकते हैं",
    wish: {
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
    }
  }
]
