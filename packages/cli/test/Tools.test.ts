import { NodeHttpClient } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { Layer } from "effect"
import * as Sayings from "./support/Sayings.ts"

const TestLayer = Layer.provideMerge(Sayings.Shop.layer(), NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("in plain English, without a language model", (it) => {
  for (const { name, test } of Sayings.tests(SpecialistName.literals)) {
    it.effect(name, () => test)
  }
})
