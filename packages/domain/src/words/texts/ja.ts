import { type Texts } from "./en.ts"

/** The server's words in Japanese. */
export const ja: Texts = {
  yes: "はい",
  no: "いいえ",
  "block.headline": "ご確認ください。まだ何も行われていません。",
  "block.one": "実行してよろしいですか？よろしければ「{yes}」と返信してください。",
  "block.several": "すべてよろしければ「{yes}」、一つだけの場合はその番号を返信してください。",

  "line.units": "{name} × {quantity}",
  "line.priced": "{quantity, plural, =1 {{name} × #：{subtotal}} other {{name} × #、単価 {unitPrice}：{subtotal}}}",
  "line.more": "ほか {count} 種類",
  "line.moreTogether": "ほか {count} 種類、合計 {amount}",

  "checkout.title": "ご注文（送料込み {amount}）：",
  "checkout.subtotal": "商品小計：{amount}",
  "checkout.discount": "{label}：{amount}",
  "checkout.memberDiscount": "会員割引：{amount}",
  "checkout.moreDiscounts": "ほか {count} 件の割引：{amount}",
  "checkout.coupon": "クーポン：{code}",
  "checkout.shipping":
    "配送：{carrier}、{speed, select, express {お急ぎ便} overnight {翌日便} other {通常便}}、{isRange, select, true {{min}～{max}日} other {{max}日}}：{isFree, select, true {無料} other {{cost}}}",
  "checkout.total": "合計：{amount}",
  "checkout.to": "お届け先：{recipient}、{address}",
  "checkout.bill": "請求先：{address}",
  "checkout.billSame": "請求先：お届け先と同じ",
  "checkout.rest":
    "{hasCoupon, select, true {残りの商品はクーポン {code} とともにカートに残ります} other {残りの商品はカートに残ります}}",
  "checkout.restCoupon":
    "{isUsedUp, select, true {クーポン {code} はこのご注文で使い切りとなり、残りの商品には使えません} other {クーポン {code} はこのご注文に使われ、カートから外れます}}",
  "checkout.restLost": "これだけのご注文ではなくなる割引：{promotions}、{amount}",
  "checkout.hint":
    "{hasCoupon, select, true {クーポン {code}{isUsedUp, select, true {（1 回限り）} other {}}なら {amount}（{saves} お得）になります} other {クーポンなしなら {amount}（{saves} お得）になります}}。ご希望でしたらお知らせください。",
  note: "備考：{note}",
  reason: "理由：{reason}",

  "cancel.title": "注文 {number} のキャンセル：",
  "cancel.refund": "返金：{amount}（商品代金と送料）",
  "cancel.coupon": "クーポン {code} は再びご利用いただけます",
  "modify.title": "注文 {number} のお届け先の変更：",
  "modify.titleRecipient": "注文 {number} の受取人の変更：",
  "modify.recipient": "受取人：{recipient}",
  "modify.before": "変更前：{address}",
  "modify.after": "変更後：{address}",
  "modify.personBefore": "変更前：{recipient}、{address}",
  "modify.personAfter": "変更後：{recipient}、{address}",
  "return.title": "注文 {number} からの返品：",
  "return.refund":
    "返金：{method, select, store_credit {ストアクレジットで {amount}} other {元のお支払い方法へ {amount}}}",
  "return.approval": "{isApproved, select, true {返品はすぐに承認されます} other {返品はまずショップが確認します}}",
  "return.replaces": "進行中の返品の代わり：{lines}",
  "refund.title":
    "注文 {number} の返品について、{method, select, store_credit {ストアクレジットで {amount} を返金} other {元のお支払い方法へ {amount} を返金}}",
  "refund.shipping": "ほかに注文の送料 {amount} を返金",
  "withdraw.title": "注文 {number} の返品の取り下げ：",
  "backorder.title": "取り寄せ注文：{name} × {quantity}",
  "backorder.expected": "入荷予定：{date}",
  "backorder.unplanned": "入荷予定はまだ決まっていません",
  "backorder.for": "ご注文者：{person}",
  "forget.title": "覚えていた内容を忘れる：「{content}」",

  "done.checkout":
    "{hasNumber, select, true {ご注文 {number} を承りました} other {ご注文を承りました}}：送料込み {amount}。お届け先は {recipient}、{address} です。",
  "done.cancel_order": "注文 {number} をキャンセルしました。返金額は {amount} です。",
  "done.modify_order": "注文 {number} のお届け先を変更しました：{recipient}、{address}。",
  "done.initiate_return":
    "{isApproved, select, true {注文 {number} の返品が承認されました。} other {注文 {number} の返品を申請しました。まずショップが確認します。}}{method, select, store_credit {返金はストアクレジットで {amount} です。} other {返金は元のお支払い方法へ {amount} です。}}",
  "done.replaces": "以前の返品に代わるものです。",
  "done.send_back": "商品を返送してください。{hasRules, select, true {返送方法：{url}} other {}}",
  "done.process_refund":
    "注文 {number} の返品について、{method, select, store_credit {ストアクレジットで {amount} を返金しました} other {元のお支払い方法へ {amount} を返金しました}}。",
  "done.withdraw_return": "注文 {number} の返品を取り下げました。",
  "done.lines": "商品：{lines}。",
  "done.shipping": "ほかに送料 {amount} も返金の対象です。",
  "done.place_backorder": "取り寄せ注文を承りました：{name} × {quantity}、{person} 様。",
  "done.forget_preference": "「{content}」を忘れました。",
  notDone:
    "{act, select, checkout {注文は行われていません。} cancel_order {注文 {number} はキャンセルされていません。} modify_order {注文 {number} のお届け先は変更されていません。} initiate_return {注文 {number} の返品は開始されていません。} process_refund {注文 {number} の返金は行われていません。} withdraw_return {注文 {number} の返品は取り下げられていません。} place_backorder {{name} の取り寄せ注文は行われていません。} other {「{name}」は忘れられていません。}}",

  "changed.total": "合計は {before} から {after} に変わりました。",
  "changed.refund": "返金額は {before} から {after} に変わりました。",
  "changed.lines": "商品の内容または価格が変わりました。",
  "changed.shipping": "配送が変わりました。",
  "changed.discounts": "割引が変わりました。",
  "changed.address": "お届け先が変わりました。",
  "changed.billing": "請求先が変わりました。",
  "changed.method":
    "{method, select, store_credit {返金は今はストアクレジットになります。} other {返金は今は元のお支払い方法になります。}}",
  "changed.approval":
    "{isApproved, select, true {返品は今はすぐに承認されます。} other {返品は今はまずショップが確認します。}}",
  "changed.date": "入荷予定日が変わりました。",
  "changed.details": "内容が変わりました。",

  obstacle:
    "{code, select, not_found {見つからなくなりました。} forbidden {お客様のアカウントではできません。} unavailable {現在はできません。} empty_cart {カートは空です。} not_in_cart {カートに入っていません。} no_address {カートにお届け先がありません。} out_of_stock {在庫が足りなくなりました。} inactive_product {カートの商品の一つは販売を終了しました。} coupon_invalid {クーポンは無効になりました。} speed_not_possible {その速さでは発送できません。} not_delivered {まだお届けが完了していません。} no_delivery_record {お届けの記録がありません。} window_closed {返品期間は終了しました。} already_requested {この注文にはすでに返品があります。} shipped {注文はすでに発送されています。} out_for_delivery {注文はすでに配達中です。} delivered {注文はすでにお届け済みです。} cancelled {注文はすでにキャンセルされています。} returned {注文はすでに返品されています。} refunded {すでに返金済みです。} denied {返品は承認されませんでした。} lines_not_returnable {これらの商品はもう返品できません。} placed_elsewhere {注文は別の場所で行われたため、ここでは変更できません。} shipped_back {商品はすでに返送中です。} received {商品はすでにショップに届いています。} withdrawn {返品は取り下げられました。} other {できなくなりました。}}",

  expired: "確認の期限が過ぎました。",
  "expired.renewed": "下の内容をもう一度ご確認ください。",
  "expired.gone": "もうできません。",
  dropped: "その確認はすでに終了しています。",
  "dropped.again": "まだご希望でしたらお知らせください。",
  "dropped.later": "まだ承れます。ご希望でしたらお知らせください。",
  failed: "問題が発生しました。",
  "failed.open": "引き続き確認していただけます。",

  declined: "承知しました。何も変更されていません。",
  guardRefusal: "そのご依頼にはお応えできません。商品、注文、価格、レビュー、配送についてお手伝いできます。",
  partialAnswer: "ご依頼の一部しか完了できませんでした。",

  "receipt.cart": "{count, plural, =0 {現在は空} other {現在 # 種類}}",
  "receipt.add_to_cart": "カートに入れました：{article}、{cart}、割引前 {amount}。",
  "receipt.update_cart_quantity": "カートを変更しました：現在 {article}、割引前の合計 {amount}。",
  "receipt.remove_from_cart": "カートから出しました：{name}、{cart}。",
  "receipt.dropped_line": "カートから出しました：{name}、現在の割引前の合計 {amount}。",
  "receipt.set_shipping_address": "カートのお届け先：{recipient}、{address}。",
  "receipt.set_order_address": "次のご注文のみのお届け先：{recipient}、{address}。",
  "receipt.bill_follows": "請求先も同じです。",
  "receipt.bill_stays": "請求先は {address} のままです。",
  "receipt.set_billing_address": "カートの請求先：{address}。",
  "receipt.set_billing_same_as_shipping": "カートの請求先：お届け先と同じ、{address}。",
  "receipt.apply_coupon_to_cart":
    "クーポン {code} を適用しました：{discount} お得、カート全体で現在 {amount}（送料別）。",
  "receipt.remove_coupon_from_cart": "クーポンを外しました：カート全体で現在 {amount}（送料別）。",
  "receipt.checkout": "ご注文とお支払いはこちら：{url}",
  "receipt.remember_preference":
    "{isKnown, select, true {すでに覚えています：「{content}」。} other {覚えました：「{content}」。}}",
  "receipt.forget_preference": "忘れました：「{content}」。",
  "receipt.open_support_case":
    "{isNew, select, true {サポート案件 {number} を受け付けました。} other {サポート案件 {number} はすでに受け付けています。}}ショップの担当者がこの会話でお返事します。",
  "receipt.plain":
    "{tool, select, add_to_cart {商品をカートに入れました。} update_cart_quantity {カートの数量を変更しました。} remove_from_cart {商品をカートから出しました。} set_shipping_address {カートのお届け先を設定しました。} set_billing_address {カートの請求先を設定しました。} set_billing_same_as_shipping {カートの請求先をお届け先と同じにしました。} apply_coupon_to_cart {クーポンを適用しました。} remove_coupon_from_cart {クーポンを外しました。} checkout {ショップのお会計へのリンクをお渡ししました。} remember_preference {ご希望を覚えました。} forget_preference {ご希望を忘れました。} open_support_case {サポート案件を受け付けました。} other {完了しました。}}"
}
