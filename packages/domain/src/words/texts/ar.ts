import { type Texts } from "./en.ts"

/** The server's words in Arabic. */
export const ar: Texts = {
  yes: "نعم",
  no: "لا",
  "block.headline": "يرجى التأكيد. لم يُنفَّذ أي شيء بعد:",
  "block.one": "هل أنفّذ ذلك؟ أجب بكلمة «{yes}» للتأكيد.",
  "block.several": "أجب بكلمة «{yes}» لتأكيدها كلها، أو برقم ما تريده منها.",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}: {subtotal}} other {# × {name}، {unitPrice} للقطعة: {subtotal}}}",
  "line.more": "و{count} أخرى",
  "line.moreTogether": "و{count} أخرى، مجموعها {amount}",

  "checkout.title": "تقديم طلب بقيمة {amount}، شاملًا الشحن:",
  "checkout.subtotal": "المنتجات: {amount}",
  "checkout.discount": "{label}: {amount}",
  "checkout.memberDiscount": "خصم الأعضاء: {amount}",
  "checkout.moreDiscounts": "{count} خصومات أخرى: {amount}",
  "checkout.coupon": "القسيمة: {code}",
  "checkout.shipping":
    "الشحن مع {carrier}، {speed, select, express {سريع} overnight {في اليوم التالي} other {عادي}}، {isRange, select, true {{max, plural, two {خلال يوم أو يومين} many {من {min} إلى # يومًا} other {من {min} إلى # أيام}}} other {{max, plural, one {يوم واحد} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}}}: {isFree, select, true {مجاني} other {{cost}}}",
  "checkout.total": "الإجمالي: {amount}",
  "checkout.to": "التسليم إلى: {recipient}، {address}",
  "checkout.bill": "الفاتورة إلى: {address}",
  "checkout.billSame": "الفاتورة إلى العنوان نفسه",
  "checkout.rest": "{hasCoupon, select, true {يبقى باقي سلتك فيها مع القسيمة {code}} other {يبقى باقي سلتك فيها}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {تُستنفد القسيمة {code} بهذا الطلب: ويبقى باقي سلتك بدونها} other {تُستخدم القسيمة {code} في هذا الطلب: ويبقى باقي سلتك بدونها}}",
  "checkout.restLost": "يسقط عند طلب هذا فقط: {promotions}، {amount}",
  "checkout.hint":
    "{hasCoupon, select, true {مع القسيمة {code}{isUsedUp, select, true {، التي تُستخدم مرة واحدة فقط،} other {}} يصبح المبلغ {amount}، أي أقل بمقدار {saves}} other {بدون القسيمة يصبح المبلغ {amount}، أي أقل بمقدار {saves}}}: يكفي أن تطلب ذلك.",
  note: "ملاحظة: {note}",
  reason: "السبب: {reason}",

  "cancel.title": "إلغاء الطلب {number}:",
  "cancel.refund": "المبلغ المسترد: {amount}، عن المنتجات والشحن",
  "cancel.coupon": "يمكن استخدام القسيمة {code} مرة أخرى",
  "modify.title": "تسليم الطلب {number} إلى عنوان آخر:",
  "modify.titleRecipient": "تغيير مستلم الطلب {number}:",
  "modify.recipient": "إلى: {recipient}",
  "modify.before": "حتى الآن: {address}",
  "modify.after": "من الآن: {address}",
  "modify.personBefore": "حتى الآن: {recipient}، {address}",
  "modify.personAfter": "من الآن: {recipient}، {address}",
  "return.title": "إرجاع من الطلب {number}:",
  "return.refund":
    "المبلغ المسترد: {method, select, store_credit {{amount} رصيدًا في المتجر} other {{amount} إلى وسيلة الدفع الأصلية}}",
  "return.approval": "{isApproved, select, true {تتم الموافقة على الإرجاع فورًا} other {يراجع المتجر طلب الإرجاع أولًا}}",
  "return.replaces": "بدلًا من الإرجاع الجاري: {lines}",
  "refund.title":
    "رد {method, select, store_credit {{amount} رصيدًا في المتجر} other {{amount} إلى وسيلة الدفع الأصلية}} عن إرجاع الطلب {number}",
  "refund.shipping": "إضافةً إلى {amount} عن شحن الطلب",
  "withdraw.title": "سحب إرجاع الطلب {number}:",
  "backorder.title": "طلب مسبق: {quantity} × {name}",
  "backorder.expected": "متوقع من المورّد: {date}",
  "backorder.unplanned": "لم يحدد المورّد موعدًا بعد",
  "backorder.for": "إلى: {person}",
  "forget.title": "نسيان ما طلبت مني تذكّره: «{content}»",

  "done.checkout":
    "{hasNumber, select, true {تم تقديم طلبك {number}} other {تم تقديم طلبك}}: {amount}، شاملًا الشحن. سيُسلَّم إلى {recipient}، {address}.",
  "done.cancel_order": "تم إلغاء الطلب {number}. المبلغ المسترد {amount}.",
  "done.modify_order": "تم تغيير الطلب {number}: سيُسلَّم إلى {recipient}، {address}.",
  "done.initiate_return":
    "{isApproved, select, true {تمت الموافقة على إرجاع الطلب {number}.} other {تم تقديم طلب إرجاع الطلب {number}. يراجعه المتجر أولًا.}} {method, select, store_credit {المبلغ المسترد {amount} رصيدًا في المتجر.} other {المبلغ المسترد {amount} إلى وسيلة الدفع الأصلية.}}",
  "done.replaces": "وهو يحل محل الإرجاع السابق.",
  "done.send_back": "يرجى إرسال المنتجات إلى المتجر الآن.{hasRules, select, true { طريقة ذلك: {url}} other {}}",
  "done.process_refund":
    "{method, select, store_credit {تم رد {amount} رصيدًا في المتجر} other {تم رد {amount} إلى وسيلة الدفع الأصلية}} عن إرجاع الطلب {number}.",
  "done.withdraw_return": "تم سحب إرجاع الطلب {number}.",
  "done.lines": "المنتجات: {lines}.",
  "done.shipping": "إضافةً إلى {amount} عن الشحن.",
  "done.place_backorder": "تم تسجيل الطلب المسبق: {quantity} × {name}، إلى {person}.",
  "done.forget_preference": "تم نسيان «{content}».",
  notDone:
    "{act, select, checkout {لم يُقدَّم الطلب.} cancel_order {لم يُلغَ الطلب {number}.} modify_order {لم يتغير الطلب {number}.} initiate_return {لم يبدأ إرجاع الطلب {number}.} process_refund {لم يُرد مبلغ الطلب {number}.} withdraw_return {لم يُسحب إرجاع الطلب {number}.} place_backorder {لم يُسجَّل الطلب المسبق على {name}.} other {لم يُنسَ «{name}».}}",

  "changed.total": "الإجمالي الآن {after} بدلًا من {before}.",
  "changed.refund": "المبلغ المسترد الآن {after} بدلًا من {before}.",
  "changed.lines": "تغيّرت المنتجات أو أسعارها.",
  "changed.shipping": "تغيّر الشحن.",
  "changed.discounts": "تغيّرت الخصومات.",
  "changed.address": "تغيّر عنوان التسليم.",
  "changed.billing": "تغيّر عنوان الفاتورة.",
  "changed.method":
    "{method, select, store_credit {سيكون المبلغ المسترد الآن رصيدًا في المتجر.} other {سيعود المبلغ المسترد الآن إلى وسيلة الدفع الأصلية.}}",
  "changed.approval":
    "{isApproved, select, true {ستتم الموافقة على الإرجاع الآن فورًا.} other {سيراجع المتجر طلب الإرجاع الآن أولًا.}}",
  "changed.date": "تغيّر موعد المورّد.",
  "changed.details": "تغيّر شيء ما.",

  obstacle:
    "{code, select, not_found {لم يعد موجودًا.} forbidden {حسابك لا يسمح بذلك.} unavailable {هذا غير ممكن حاليًا.} empty_cart {سلتك فارغة.} not_in_cart {لم يعد في سلتك.} no_address {ليس للسلة عنوان تسليم.} out_of_stock {لم يعد المخزون كافيًا.} inactive_product {أحد منتجات السلة لم يعد يُباع.} coupon_invalid {لم تعد القسيمة صالحة.} speed_not_possible {لا يمكن شحن الطلب بهذه السرعة.} not_delivered {لم يُسلَّم الطلب بعد.} no_delivery_record {لا يوجد سجل للتسليم.} window_closed {انتهت مهلة الإرجاع.} already_requested {يوجد إرجاع لهذا الطلب بالفعل.} shipped {الطلب في الطريق بالفعل.} out_for_delivery {الطلب في الطريق بالفعل.} delivered {تم تسليم الطلب بالفعل.} cancelled {تم إلغاء الطلب بالفعل.} returned {تم إرجاع الطلب بالفعل.} refunded {تم رد المبلغ بالفعل.} denied {رُفض الإرجاع.} lines_not_returnable {لم يعد من الممكن إرجاع هذه المنتجات.} placed_elsewhere {تم تقديم الطلب في مكان آخر ولا يمكن تغييره من هنا.} shipped_back {المنتجات في طريق العودة بالفعل.} received {وصلت المنتجات إلى المتجر بالفعل.} withdrawn {تم سحب الإرجاع.} other {لم يعد ذلك ممكنًا.}}",

  expired: "مضى على هذا السؤال وقت طويل.",
  "expired.renewed": "يرجى مراجعته مرة أخرى أدناه.",
  "expired.gone": "لم يعد ممكنًا.",
  dropped: "لم يعد هذا السؤال مطروحًا.",
  "dropped.again": "أخبرني إن كنت ما زلت تريده.",
  "dropped.later": "ما زال ذلك ممكنًا: يكفي أن تطلبه.",
  failed: "حدث خطأ ما.",
  "failed.open": "ما زال بإمكانك التأكيد.",

  declined: "حسنًا. لم يتغير شيء.",
  guardRefusal: "لا أستطيع المساعدة في هذا الطلب. أستطيع المساعدة في المنتجات والطلبات والأسعار والتقييمات والتوصيل.",
  partialAnswer: "لم أتمكن إلا من إنجاز جزء من طلبك.",

  "receipt.cart":
    "{count, plural, =0 {وهي الآن فارغة} one {وفيها الآن منتج واحد} two {وفيها الآن منتجان} few {وفيها الآن # منتجات} many {وفيها الآن # منتجًا} other {وفيها الآن # منتج}}",
  "receipt.add_to_cart": "أُضيف إلى سلتك: {article}، {cart}، {amount} قبل الخصومات.",
  "receipt.update_cart_quantity": "تغيّر في سلتك: الآن {article}، والمجموع {amount} قبل الخصومات.",
  "receipt.remove_from_cart": "أُزيل من سلتك: {name}، {cart}.",
  "receipt.dropped_line": "أُزيل من سلتك: {name}، والمجموع الآن {amount} قبل الخصومات.",
  "receipt.set_shipping_address": "عنوان تسليم سلتك: {recipient}، {address}.",
  "receipt.set_order_address": "عنوان التسليم لطلبك القادم فقط: {recipient}، {address}.",
  "receipt.bill_follows": "وتُرسل الفاتورة إلى هناك أيضًا.",
  "receipt.bill_stays": "وتبقى الفاتورة على العنوان {address}.",
  "receipt.set_billing_address": "عنوان فاتورة سلتك: {address}.",
  "receipt.set_billing_same_as_shipping": "عنوان فاتورة سلتك: عنوان التسليم، {address}.",
  "receipt.apply_coupon_to_cart": "القسيمة {code} في سلتك وتوفّر {discount}: السلة كلها الآن {amount}، دون الشحن.",
  "receipt.remove_coupon_from_cart": "أُزيلت القسيمة من سلتك: السلة كلها الآن {amount}، دون الشحن.",
  "receipt.checkout": "يمكنك الطلب والدفع هنا: {url}",
  "receipt.remember_preference": "{isKnown, select, true {محفوظ من قبل: «{content}».} other {تم حفظ: «{content}».}}",
  "receipt.forget_preference": "تم نسيان: «{content}».",
  "receipt.open_support_case":
    "{isNew, select, true {تم فتح طلب الدعم {number}.} other {طلب الدعم {number} مفتوح بالفعل.}} سيرد فريق المتجر في هذه المحادثة.",
  "receipt.plain":
    "{tool, select, add_to_cart {أُضيف المنتج إلى السلة.} update_cart_quantity {تغيّرت الكمية في السلة.} remove_from_cart {أُزيل المنتج من السلة.} set_shipping_address {حُدِّد عنوان تسليم السلة.} set_billing_address {حُدِّد عنوان فاتورة السلة.} set_billing_same_as_shipping {عنوان فاتورة السلة الآن هو عنوان التسليم.} apply_coupon_to_cart {أُضيفت القسيمة إلى السلة.} remove_coupon_from_cart {أُزيلت القسيمة من السلة.} checkout {أُعطي رابط الدفع في المتجر.} remember_preference {حُفظ التفضيل.} forget_preference {نُسي التفضيل.} open_support_case {تم فتح طلب دعم.} other {تم ذلك.}}"
}
