import { type CommandDescriptor } from "@effect/cli"
import { Array, Effect } from "effect"
import { helpOf, program } from "./HelpDocuments.ts"
import { commandPath } from "./HelpText.ts"

/** Words that may follow a command: the commands directly below it, or its options. */
interface Words {
  readonly path: string
  readonly words: ReadonlyArray<string>
}

const optionName = (notation: string) => notation.split(/[ ,]/u)[0]?.replace(/^\(/u, "") ?? ""

const depth = ({ path }: Words) => (path === "" ? 0 : path.split(" ").length)

/** Returns the words that may follow each command, the deepest commands first. */
export const completionsOf = Effect.fnUntraced(function* <A>(root: CommandDescriptor.Command<A>) {
  const { commands } = yield* helpOf(root, [])
  const paths = Array.dedupe(["", ...commands.map(({ name }) => commandPath(name))])
  const all = yield* Effect.forEach(paths, (path) =>
    Effect.map(helpOf(root, path === "" ? [] : path.split(" ")), ({ commands, options }): Words => {
      const subcommands = commands.map(({ name }) => commandPath(name).split(" ")[0] ?? "")
      return { path, words: [...Array.dedupe(subcommands), ...options.map(({ name }) => optionName(name)), "--help"] }
    })
  )
  return all.toSorted((one, other) => depth(other) - depth(one))
})

/** Formats the rows of a `case` over what was typed so far, in the syntax of bash and zsh. */
const cases = (all: ReadonlyArray<Words>, assign: (words: string) => string) =>
  all.map(({ path, words }) => `    ${path === "" ? "*" : `" ${path} "*`}) ${assign(words.join(" "))} ;;`)

/** Makes the script for bash. If none of our words fits, it completes file names. */
export const bash = (all: ReadonlyArray<Words>): string =>
  [
    `_${program}() {`,
    '  local typed="" word words=""',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    '    [[ $word == -* ]] || typed+=" $word"',
    "  done",
    '  case "$typed " in',
    ...cases(all, (words) => `words="${words}"`),
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    "}",
    `complete -o default -F _${program} ${program}`
  ].join("\n")

/** Makes the script for zsh. Its variables avoid zsh's own names, such as `path` and `words`. */
export const zsh = (all: ReadonlyArray<Words>): string =>
  [
    "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }",
    `_${program}() {`,
    '  local typed="" each',
    "  local -a choices",
    '  for each in "${(@)words[2,CURRENT-1]}"; do',
    '    [[ $each == -* ]] || typed+=" $each"',
    "  done",
    '  case "$typed " in',
    ...cases(all, (words) => `choices=(${words})`),
    "  esac",
    "  compadd -- $choices || _files",
    "}",
    `compdef _${program} ${program}`
  ].join("\n")

export const fish = (all: ReadonlyArray<Words>): string =>
  [
    `function _${program}`,
    "  set -l typed (string match --invert -- '-*' (commandline -opc)[2..])",
    "  string match --quiet -- '*/*' (commandline -ct); and __fish_complete_path (commandline -ct)",
    '  switch "$typed "',
    ...all.flatMap(({ path, words }) => [
      `    case '${path === "" ? "*" : `${path} *`}'`,
      `      string split -- ' ' '${words.join(" ")}'`
    ]),
    "  end",
    "end",
    `complete -c ${program} -f -a '(_${program})'`
  ].join("\n")
