import { type Words } from "../Words.ts"

/** Turkish entries of the lexicon, by word class. After a change, measure with `npm run bench:guard`. */
export const words: Words = {
  ignore: `yok say* | görmezden gel* | unut* | dikkate alma* | boş ver* | göz ardı et* | geçersiz kıl* | uyma* | takip etme* | devre dışı bırak* | atla`,
  prior: `önceki | daha önceki | yukarıdaki | tüm | bütün | ilk | orijinal | eski | evvelki`,
  instructions: `talimat* | yönerge* | komut* | istem* | prompt* | direktif* | emir*`,
  limits: `kural* | kısıtlama* | sınır* | filtre* | politika* | güvenlik`,
  yours: `sen | senin | sana | kendi | size | sizin`,
  mine: `benim | ben`,
  everything: `her şeyi | yukarıdaki her şey* | daha önce söylenen* | önceki her şey* | söylediğim her şey*`,
  reveal: `göster* | açıkla* | yaz* | söyle* | paylaş* | tekrarla* | ver* | listele* | yazdır* | ifşa et* | nedir | neler*`,
  prompt: `sistem {istem*,talimat*,prompt*,mesaj*,komut*} | başlangıç {talimat*,istem*} | gizli {talimat*,kural*} | ilk talimat* | dahili {talimat*,kural*}`,
  secrets: `şifre* | parola* | api anahtar* | gizli bilgi* | gizli veri* | kimlik bilgileri*`,
  others: `diğer {müşteri*,kullanıcı*} | başka {müşteri*,kullanıcı*} | tüm {müşteri*,kullanıcı*} | bütün {müşteri*,kullanıcı*}`,
  records: `sipariş* | adres* | veri* | e-posta*`,
  become: `artık sen | sen artık | bundan sonra | şu andan itibaren | gibi davran* | rolünü oyna* | rolü yap* | olduğunu hayal et* | mış gibi yap*`,
  unbound: `kısıtlamasız | sınırsız | sansürsüz | filtresiz | hiçbir {kural*,kısıtlama*,sınır*,filtre*} | kurallara bağlı değil*`,
  enter: `etkinleştir* | geç* | aç*`,
  mode: `geliştirici mod* | yönetici mod* | hata ayıklama mod* | bakım mod* | sınırsız mod* | sansürsüz mod*`,
  notAssistant: `artık bir {asistan,alışveriş}* değilsin | değilsin`,
  claim: `ben {yöneticiyim,geliştiriciyim,senin geliştiricinim,sistem yöneticisiyim,adminim} | geliştiricinim | yöneticinim | yönetici olarak`,
  only: `sadece {söyle*,yaz*,cevap ver*,de} | yalnızca {söyle*,yaz*,cevap ver*}`,
  newTask: `yeni {görev*,talimat*,kural*,rol*} | sıradaki görev*`,
  send: `gönder* | ilet* | yolla*`,
  grant: `ver* | onayla* | uygula* | yap*`,
  privilege: `yönetici {erişimi*,yetkisi*,hakları*} | admin {erişimi*,yetkisi*}`,
  free: `yüzde 100 indirim | %100 indirim | ücretsiz | bedava`,
  unchecked: `kontrol etmeden | doğrulamadan | onaysız`,
  shop: `sipariş* | mesaj* | soru* | filtre* | adres* | ürün* | beden | renk | fiyat | teslimat | iade`,
  goods: `montaj | yıkama | kurulum | kullanım | tarif | kurye`,
  questioned: `nasıl | neden | mi | mı | acaba | unuttum`
}
