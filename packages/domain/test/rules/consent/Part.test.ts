import { assert, describe, it } from "@effect/vitest"
import { namesPart } from "../../../src/rules/consent/Part.ts"
import { type BindingAct } from "../../../src/tools/Binding.ts"

const goods = ["Stillwater Yoga Mat", "Everyday T-Shirt"]

const ofPart: ReadonlyArray<readonly [BindingAct, string]> = [
  ["cancel", "cancel the yoga mat"],
  ["cancel", "it has a tshirt in it for my son. just cancel the yoga mat"],
  ["cancel", "please cancel the everyday t-shirts"],
  ["cancel", "please cancel the tshirts"],
  ["cancel", "cancel my newest order, but please not the yoga mat"],
  ["cancel", "Cancel the mat please but keep the shirt"],
  ["cancel", "cancel my last order except the shirt"],
  ["cancel", "the yoga mat I ordered today, can you cancel please"],
  ["cancel", "i ordered some yoga mats this morning by mistake, pls cancel them"],
  ["cancel", "the shirt i ordered yesterday - i don't need it anymore, cancel"],
  ["cancel", "I don't want the mat anymore, cancel it"],
  ["cancel", "I ordered the mat yesterday but I don't want it, please cancel"],
  ["cancel", "I don't need the shirt from my last order anymore, can you cancel it"],
  ["return", "The mat smells. Send it back"],
  ["return", "send the yoga mats back, and cancel my newest order"],
  ["return", "I want to return the shirt, it is too small"],
  ["return", "return my last order, only the shirt please"],
  ["return", "return my last order, the shirt only"],
  ["return", "return the shirt of my last order"],
  ["return", "for my last order I want to return the shirt"],
  ["return", "return the shirt (order 00000000-0000-7000-8000-000000000001)"],
  ["order", "put the yoga mat back in the cart then and order it, same address as always"],
  ["order", "I need the mat by Friday, so please order it"],
  ["order", "add a t-shirt to my basket. Then buy it"],
  ["order", "order it all but keep the shirt for later"]
]

const ofWhole: ReadonlyArray<readonly [BindingAct, string]> = [
  ["cancel", "cancel the order with the yoga mat"],
  ["cancel", "cancel my yoga mat order"],
  ["cancel", "cancel my order for the yoga mat"],
  ["cancel", "the order with the yoga mat and the t-shirts has to be cancelled, please do that"],
  ["cancel", "cancel the one with the shirt"],
  ["cancel", "cancel my last order, the yoga mat is too thin"],
  ["cancel", "cancel it, I don't like the shirt any more"],
  ["cancel", "cancel the yoga mat and the t-shirt"],
  ["cancel", "cancel the mat, the shirt, both please"],
  ["cancel", "cancel my newest order but keep the one with the shirt"],
  ["cancel", "I ordered the mat today. That order was a mistake, cancel it"],
  ["cancel", "my order with the mat is late, cancel it"],
  ["cancel", "the mat is too thin, cancel the order"],
  ["cancel", "I ordered a mat and a shirt, cancel them"],
  ["return", "send the chinos back, and keep the lamp"],
  ["return", "return my last delivery. The mat smells"],
  ["order", "put the yoga mat into my cart and check out"],
  ["order", "add the mat, then place the order please"],
  ["order", "add the mat and order everything"],
  ["order", "add the mat and the shirt and buy them"],
  ["order", "order it, the mat is for my mother"],
  ["order", "check out"],
  ["order", "buy what is in my cart"]
]

/** An order of shoes and something whose name has a word that stands in the sentence, too. */
const ofShoes: ReadonlyArray<readonly [BindingAct, string, string]> = [
  ["cancel", "cancel the trail shoes", "The Slow Pantry Cookbook"],
  ["cancel", "cancel the shoes for my son", "A Harbour for Comets Space Opera"],
  ["return", "send my shoes back", "Notes from a Back Garden"],
  ["cancel", "storniere die schuhe bitte", "Die kleine Laterne"]
]

describe("an instruction", () => {
  it.each(ofShoes)("to %s is of a part beside what only shares a common word: %s (%s)", (act, message, other) => {
    assert.isTrue(namesPart(act, message, ["Strydevale Trail Shoes (Schuhe)", other]))
  })

  it.each(ofPart)("to %s is of a part: %s", (act, message) => {
    assert.isTrue(namesPart(act, message, goods))
  })

  it.each(ofWhole)("to %s is of all there is: %s", (act, message) => {
    assert.isFalse(namesPart(act, message, goods))
  })

  it("is of all there is where an order holds one thing", () => {
    assert.isFalse(namesPart("cancel", "cancel the yoga mat", ["Stillwater Yoga Mat"]))
  })
})
