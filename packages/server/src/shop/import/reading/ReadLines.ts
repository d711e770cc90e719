import { type Stream } from "effect"
import { type KindName } from "../kinds/Kind.ts"
import { type TakenOf } from "../kinds/Kinds.ts"
import { type FileRefused, type Outcome } from "../Lines.ts"
import { type Settings } from "../Settings.ts"

/**
 * Reads a file of a kind, plain or packed by gzip: one outcome for each line in the order of the file, and the `End`. Fails when
 * nothing of the file may be written, which can also turn out in its middle. Memory stays bounded however long it is.
 */
export declare const readLines: <Name extends KindName, E>(
  kind: Name,
  bytes: Stream.Stream<Uint8Array, E>,
  settings: Settings
) => Stream.Stream<Outcome<TakenOf<Name>>, FileRefused | E>
