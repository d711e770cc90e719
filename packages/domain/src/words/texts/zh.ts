import { type Texts } from "./en.ts"

/** The server's words in Chinese. */
export const zh: Texts = {
  yes: "是",
  no: "不用",
  "block.headline": "请确认。目前还没有执行任何操作：",
  "block.one": "要执行吗？回复“{yes}”即可确认。",
  "block.several": "回复“{yes}”确认全部，或回复您想要的那一项的编号。",

  "line.units": "{quantity} × {name}",
  "line.priced": "{quantity, plural, =1 {# × {name}：{subtotal}} other {# × {name}，单价 {unitPrice}：{subtotal}}}",
  "line.more": "另有 {count} 种",
  "line.moreTogether": "另有 {count} 种，共 {amount}",

  "checkout.title": "下单，含运费共 {amount}：",
  "checkout.subtotal": "商品小计：{amount}",
  "checkout.discount": "{label}：{amount}",
  "checkout.memberDiscount": "会员优惠：{amount}",
  "checkout.moreDiscounts": "另有 {count} 项优惠：{amount}",
  "checkout.coupon": "优惠券：{code}",
  "checkout.shipping":
    "配送：{carrier}，{speed, select, express {加急} overnight {次日达} other {标准}}，{isRange, select, true {{min} 至 {max} 天} other {{max} 天}}：{isFree, select, true {免运费} other {{cost}}}",
  "checkout.total": "总计：{amount}",
  "checkout.to": "收货人：{recipient}，{address}",
  "checkout.bill": "账单地址：{address}",
  "checkout.billSame": "账单地址与收货地址相同",
  "checkout.rest": "{hasCoupon, select, true {其余商品连同优惠券 {code} 留在购物车中} other {其余商品留在购物车中}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {优惠券 {code} 将随此订单用完，其余商品不能再用} other {优惠券 {code} 用于此订单，其余商品将不再有它}}",
  "checkout.restLost": "只订购这些将失去的优惠：{promotions}，{amount}",
  "checkout.hint":
    "{hasCoupon, select, true {使用优惠券 {code}{isUsedUp, select, true {（只能用一次）} other {}}则为 {amount}，少 {saves}} other {不使用优惠券则为 {amount}，少 {saves}}}：需要的话请告诉我。",
  note: "备注：{note}",
  reason: "原因：{reason}",

  "cancel.title": "取消订单 {number}：",
  "cancel.refund": "退款：{amount}，含商品和运费",
  "cancel.coupon": "优惠券 {code} 可以再次使用",
  "modify.title": "将订单 {number} 送到另一个地址：",
  "modify.titleRecipient": "更改订单 {number} 的收件人：",
  "modify.recipient": "收件人：{recipient}",
  "modify.before": "原地址：{address}",
  "modify.after": "新地址：{address}",
  "modify.personBefore": "原来：{recipient}，{address}",
  "modify.personAfter": "现在：{recipient}，{address}",
  "return.title": "从订单 {number} 退回：",
  "return.refund": "退款：{method, select, store_credit {{amount}，退为商店余额} other {{amount}，退回原支付方式}}",
  "return.approval": "{isApproved, select, true {退货立即获批} other {商店会先审核退货}}",
  "return.replaces": "代替正在进行的退货：{lines}",
  "refund.title":
    "为订单 {number} 的退货退款 {method, select, store_credit {{amount}，退为商店余额} other {{amount}，退回原支付方式}}",
  "refund.shipping": "另加订单运费 {amount}",
  "withdraw.title": "撤回订单 {number} 的退货：",
  "backorder.title": "缺货预订：{quantity} × {name}",
  "backorder.expected": "供应商预计到货：{date}",
  "backorder.unplanned": "供应商尚未给出日期",
  "backorder.for": "预订人：{person}",
  "forget.title": "忘记您让我记住的内容：“{content}”",

  "done.checkout":
    "{hasNumber, select, true {您的订单 {number} 已提交} other {您的订单已提交}}：含运费共 {amount}。收货人 {recipient}，{address}。",
  "done.cancel_order": "订单 {number} 已取消。退款金额为 {amount}。",
  "done.modify_order": "订单 {number} 已更改：收件人 {recipient}，{address}。",
  "done.initiate_return":
    "{isApproved, select, true {订单 {number} 的退货已获批。} other {订单 {number} 的退货已申请，商店会先审核。}}{method, select, store_credit {退款 {amount}，退为商店余额。} other {退款 {amount}，退回原支付方式。}}",
  "done.replaces": "它取代之前的退货。",
  "done.send_back": "现在请寄回商品。{hasRules, select, true {寄回方法：{url}} other {}}",
  "done.process_refund":
    "订单 {number} 的退货已退款 {method, select, store_credit {{amount}，退为商店余额} other {{amount}，退回原支付方式}}。",
  "done.withdraw_return": "订单 {number} 的退货已撤回。",
  "done.lines": "商品：{lines}。",
  "done.shipping": "另加运费 {amount}。",
  "done.place_backorder": "缺货预订已提交：{quantity} × {name}，预订人 {person}。",
  "done.forget_preference": "“{content}”已忘记。",
  notDone:
    "{act, select, checkout {订单没有提交。} cancel_order {订单 {number} 没有取消。} modify_order {订单 {number} 没有更改。} initiate_return {订单 {number} 的退货没有申请。} process_refund {订单 {number} 没有退款。} withdraw_return {订单 {number} 的退货没有撤回。} place_backorder {没有预订 {name}。} other {“{name}”没有忘记。}}",

  "changed.total": "总计现在是 {after}，原来是 {before}。",
  "changed.refund": "退款现在是 {after}，原来是 {before}。",
  "changed.lines": "商品或价格有变化。",
  "changed.shipping": "配送有变化。",
  "changed.discounts": "优惠有变化。",
  "changed.address": "收货地址有变化。",
  "changed.billing": "账单地址有变化。",
  "changed.method": "{method, select, store_credit {退款现在将退为商店余额。} other {退款现在将退回原支付方式。}}",
  "changed.approval": "{isApproved, select, true {退货现在会立即获批。} other {退货现在会先由商店审核。}}",
  "changed.date": "供应商的日期有变化。",
  "changed.details": "内容有变化。",

  obstacle:
    "{code, select, not_found {已经找不到了。} forbidden {您的账户无权这样做。} unavailable {目前无法这样做。} empty_cart {您的购物车是空的。} not_in_cart {它已不在您的购物车里。} no_address {购物车没有收货地址。} out_of_stock {库存已不足。} inactive_product {购物车中有商品已停售。} coupon_invalid {优惠券已失效。} speed_not_possible {订单无法以这个速度配送。} not_delivered {订单尚未送达。} no_delivery_record {没有送达记录。} window_closed {退货期限已过。} already_requested {该订单已有退货。} shipped {订单已在途中。} out_for_delivery {订单已在派送。} delivered {订单已送达。} cancelled {订单已取消。} returned {订单已退回。} refunded {已经退款。} denied {退货被拒绝。} lines_not_returnable {这些商品已不能退货。} placed_elsewhere {订单是在别处下的，这里无法更改。} shipped_back {商品已在退回途中。} received {商品已送达商店。} withdrawn {退货已撤回。} other {已经无法这样做了。}}",

  expired: "那次确认已经过期。",
  "expired.renewed": "请在下方再看一次。",
  "expired.gone": "已经无法这样做了。",
  dropped: "那个问题已经结束。",
  "dropped.again": "如果您仍然需要，请告诉我。",
  "dropped.later": "仍然可以办理，说一声即可。",
  failed: "出了点问题。",
  "failed.open": "您仍然可以确认。",

  declined: "好的。没有做任何更改。",
  guardRefusal: "我无法处理这个请求。我可以帮您处理商品、订单、价格、评价和配送。",
  partialAnswer: "我只完成了您请求的一部分。",

  "receipt.cart": "{count, plural, =0 {现在是空的} other {现在有 # 种商品}}",
  "receipt.add_to_cart": "已放入购物车：{article}，{cart}，折扣前 {amount}。",
  "receipt.update_cart_quantity": "购物车已更改：现在 {article}，折扣前共 {amount}。",
  "receipt.remove_from_cart": "已从购物车移除：{name}，{cart}。",
  "receipt.dropped_line": "已从购物车移除：{name}，现在折扣前共 {amount}。",
  "receipt.set_shipping_address": "购物车的收货地址：{recipient}，{address}。",
  "receipt.set_order_address": "仅用于下一个订单的收货地址：{recipient}，{address}。",
  "receipt.bill_follows": "账单也寄到那里。",
  "receipt.bill_stays": "账单仍寄到 {address}。",
  "receipt.set_billing_address": "购物车的账单地址：{address}。",
  "receipt.set_billing_same_as_shipping": "购物车的账单地址：与收货地址相同，{address}。",
  "receipt.apply_coupon_to_cart": "已应用优惠券 {code}，节省 {discount}：整个购物车现在 {amount}，不含运费。",
  "receipt.remove_coupon_from_cart": "优惠券已移除：整个购物车现在 {amount}，不含运费。",
  "receipt.checkout": "请在此下单并付款：{url}",
  "receipt.remember_preference": "{isKnown, select, true {早已记住：“{content}”。} other {已记住：“{content}”。}}",
  "receipt.forget_preference": "已忘记：“{content}”。",
  "receipt.open_support_case":
    "{isNew, select, true {已创建客服工单 {number}。} other {客服工单 {number} 已在处理中。}}店铺工作人员会在本次对话中回复您。",
  "receipt.plain":
    "{tool, select, add_to_cart {商品已放入购物车。} update_cart_quantity {购物车中的数量已更改。} remove_from_cart {商品已从购物车移除。} set_shipping_address {购物车的收货地址已设置。} set_billing_address {购物车的账单地址已设置。} set_billing_same_as_shipping {购物车的账单地址现在与收货地址相同。} apply_coupon_to_cart {优惠券已添加到购物车。} remove_coupon_from_cart {优惠券已从购物车移除。} checkout {已提供店铺结账链接。} remember_preference {偏好已记住。} forget_preference {偏好已忘记。} open_support_case {已创建客服工单。} other {已完成。}}"
}
