import { Args, Command, Options } from "@effect/cli"
import { PolicyLocale } from "@storefront/domain/Policies"
import { plural } from "@storefront/domain/EnglishWording"
import { Scanner } from "@storefront/server/platform/scanner/Scanner"
import { Policies, Policy, PolicyEntry, PolicyImport } from "@storefront/server/shop/policies/Policies"
import { type PolicyDraft } from "@storefront/server/shop/policies/PolicyFile"
import { Array, Console, DateTime, Effect, Layer, Option, Schema } from "effect"
import { columns } from "../TerminalLayout.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"
import * as PolicyFolder from "../PolicyFolder.ts"

/** A passage in which the scanner for prompt injection found something. */
const Warning = Schema.Struct({
  slug: Schema.String,
  locale: Schema.String,
  heading: Schema.NullOr(Schema.String),
  rules: Schema.Array(Schema.String)
})

const Imported = Schema.Struct({
  ...PolicyImport.fields,
  warnings: Schema.Array(Warning),
  dry_run: Schema.Boolean
})

/** Returns the name of a rule, without the view of the text in which it matched. */
const withoutView = (rule: string) => rule.replace(/@.*$/, "")

const warningsOf = Effect.fnUntraced(function* (drafts: ReadonlyArray<PolicyDraft>) {
  const { scanContent } = yield* Scanner
  const found = yield* Effect.forEach(drafts, ({ locale, passages, slug, title }) =>
    Effect.forEach(passages, ({ heading, text }) =>
      Effect.map(scanContent([title, heading ?? "", text].join("\n")), ({ rules, verdict }) =>
        verdict === "clean" ? [] : [{ slug, locale, heading, rules: Array.dedupe(rules.map(withoutView)) }]
      )
    )
  )
  return found.flat(2)
})

const importedLines = ({ dry_run, policies, warnings }: typeof Imported.Type): ReadonlyArray<string> => [
  ...policies.map(
    ({ change, locale, passages, slug }) =>
      `${change.padEnd(9)}  ${slug} (${locale})${change === "removed" ? "" : `, ${plural(passages, "passage")}`}`
  ),
  ...warnings.map(
    ({ heading, locale, rules, slug }) =>
      `WARNING    ${slug} (${locale})${heading === null ? "" : `, "${Output.printable(heading)}"`}: reads like an instruction to the assistant (${rules.join(", ")})`
  ),
  ...(policies.length === 0 ? ["The folder has no policies."] : []),
  ...(dry_run ? ["", "Nothing was written: this was a dry run."] : [])
]

const importCommand = Command.make(
  "import",
  {
    folder: Args.text({ name: "folder" }).pipe(
      Args.withDescription("Folder of <slug>.md and <slug>.<locale>.md, each with front matter")
    ),
    prune: Options.boolean("prune").pipe(Options.withDescription("Remove the policies that the folder does not have")),
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Say what would change, and write nothing")),
    json: Output.json
  },
  Effect.fn("cli.policies.import")(function* ({ dryRun, folder, json, prune }) {
    const drafts = yield* PolicyFolder.read(folder).pipe(
      Effect.tapErrorTag("PoliciesInvalid", ({ problems }) =>
        Effect.forEach(problems, ({ file, line, problem }) =>
          Console.error(`${Output.printable(file)}:${line}: ${Output.printable(problem)}`)
        )
      )
    )
    // An empty folder is more likely a mistyped name than a wish to remove all policies.
    if (drafts.length === 0 && prune) {
      return yield* new Input.InputInvalid({
        message: `${Output.printable(folder)} has no policies, so nothing was removed. Remove them with: storefront policies remove`
      })
    }
    const policies = yield* Policies
    const result = yield* policies.put(drafts, { prune, dryRun })
    yield* Output.print(
      Imported,
      { ...result, warnings: yield* warningsOf(drafts), dry_run: dryRun },
      json,
      importedLines
    )
  })
).pipe(Command.withDescription("Store the Markdown files of a folder as policies; an error stores none of them."))

const Listed = Schema.Struct({ policies: Schema.Array(PolicyEntry), count: Schema.Int })

const list = Command.make(
  "list",
  { json: Output.json },
  Effect.fn("cli.policies.list")(function* ({ json }) {
    const entries = yield* (yield* Policies).list
    yield* Output.print(Listed, { policies: entries, count: entries.length }, json, () =>
      entries.length === 0
        ? ["No policies. Store some with: storefront policies import <folder>"]
        : columns(
            [
              ["policy", "locale", "kind", "passages", "changed", "title", "url"],
              ...entries.map(({ kind, locale, passages, slug, title, updated_at, url }) => [
                slug,
                locale,
                kind,
                String(passages),
                DateTime.formatIso(updated_at).slice(0, 16),
                Output.printable(title),
                Output.printable(url)
              ])
            ],
            [3]
          )
    )
  })
).pipe(Command.withDescription("List the policies by name and locale."))

const slug = Args.text({ name: "slug" }).pipe(Args.withDescription("Name of the policy, as policies list has it"))

const localeOption = (description: string) =>
  Options.text("locale").pipe(Options.withDescription(description), Options.optional)

const decodeLocale = Schema.decodeUnknown(PolicyLocale)

const readLocale = (option: Option.Option<string>) =>
  Option.match(option, {
    onNone: () => Effect.succeedNone,
    onSome: (tag) =>
      decodeLocale(tag).pipe(
        Effect.mapBoth({
          onSuccess: (locale) => Option.some<string>(locale),
          onFailure: () =>
            new Input.InputInvalid({ message: "--locale must be a language tag, for example de or pt-BR" })
        })
      )
  })

const policyLines = ({ kind, locale, sections, title, updated_at, url }: Policy): ReadonlyArray<string> => [
  `${Output.printable(title)} (${locale}, ${kind})`,
  Output.printable(url),
  `changed ${DateTime.formatIso(updated_at).slice(0, 16)}`,
  ...sections.flatMap(({ heading, text }, at) => [
    "",
    ...(heading === null || heading === sections[at - 1]?.heading ? [] : [`## ${Output.printable(heading)}`, ""]),
    ...text.split("\n").map(Output.printable)
  ])
]

const show = Command.make(
  "show",
  {
    slug,
    locale: localeOption("The locale that is wanted; without that one, what a reader of it would get"),
    json: Output.json
  },
  Effect.fn("cli.policies.show")(function* ({ json, locale, slug }) {
    const policies = yield* Policies
    const policy = yield* policies.find(slug, yield* readLocale(locale))
    yield* Output.print(Policy, policy, json, policyLines)
  })
).pipe(Command.withDescription("Show a policy, passage by passage as a question finds them."))

const Removed = Schema.Struct({ removed: Schema.Array(PolicyEntry.pipe(Schema.pick("slug", "locale"))) })

const remove = Command.make(
  "remove",
  { slug, locale: localeOption("Only in this locale; else in all"), json: Output.json },
  Effect.fn("cli.policies.remove")(function* ({ json, locale, slug }) {
    const policies = yield* Policies
    const removed = yield* policies.remove(slug, yield* readLocale(locale))
    yield* Output.print(Removed, { removed }, json, ({ removed }) =>
      removed.map(({ locale, slug }) => `removed    ${slug} (${locale})`)
    )
  })
).pipe(Command.withDescription("Remove a policy; what was imported can be imported again."))

/** The policy commands, on any database. */
export const commands = Command.make("policies").pipe(
  Command.withDescription("The shop's own rules, from which the assistant answers."),
  Command.withSubcommands([importCommand, list, show, remove])
)

/** The policy commands, on the configured database. */
export const policies = Command.provide(
  commands,
  CommandDatabase.onDatabase(Layer.merge(Policies.layer, Scanner.layer))
)
