import { type CommandDescriptor } from "@effect/cli"
import { Array, Effect } from "effect"
import { helpOf, program } from "./HelpDocuments.ts"
import { pathOf } from "./HelpText.ts"

/** What may follow a command: the commands directly below it, or its options. */
interface Words {
  readonly path: string
  readonly words: ReadonlyArray<string>
}

const optionName = (written: string) => written.split(/[ ,]/u)[0]?.replace(/^\(/u, "") ?? ""

const depth = ({ path }: Words) => (path === "" ? 0 : path.split(" ").length)

/** What may follow every command, those first that are furthest below. */
export const wordsOf = Effect.fnUntraced(function* <A>(root: CommandDescriptor.Command<A>) {
  const { commands } = yield* helpOf(root, [])
  const paths = Array.dedupe(["", ...commands.map(({ name }) => pathOf(name))])
  const all = yield* Effect.forEach(paths, (path) =>
    Effect.map(helpOf(root, path === "" ? [] : path.split(" ")), ({ commands, options }): Words => {
      const below = commands.map(({ name }) => pathOf(name).split(" ")[0] ?? "")
      return { path, words: [...Array.dedupe(below), ...options.map(({ name }) => optionName(name)), "--help"] }
    })
  )
  return all.toSorted((one, other) => depth(other) - depth(one))
})

const bashFunction = (all: ReadonlyArray<Words>) => [
  `_${program}() {`,
  '  local path="" word words=""',
  '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
  '    [[ $word == -* ]] || path+=" $word"',
  "  done",
  '  case "$path " in',
  ...all.map(({ path, words }) => `    ${path === "" ? "*" : `" ${path} "*`}) words="${words.join(" ")}" ;;`),
  "  esac",
  '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
  "}",
  `complete -F _${program} ${program}`
]

export const bash = (all: ReadonlyArray<Words>): string => bashFunction(all).join("\n")

export const zsh = (all: ReadonlyArray<Words>): string =>
  ["autoload -U +X compinit && compinit", "autoload -U +X bashcompinit && bashcompinit", ...bashFunction(all)].join(
    "\n"
  )

export const fish = (all: ReadonlyArray<Words>): string =>
  [
    `function _${program}`,
    "  set -l path (string match --invert -- '-*' (commandline -opc)[2..])",
    '  switch "$path "',
    ...all.flatMap(({ path, words }) => [
      `    case '${path === "" ? "*" : `${path} *`}'`,
      `      string split ' ' '${words.join(" ")}'`
    ]),
    "  end",
    "end",
    `complete -c ${program} -f -a '(_${program})'`
  ].join("\n")
