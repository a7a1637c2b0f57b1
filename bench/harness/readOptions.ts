import { parseArgs } from 'node:util'

/** How this repository's server is called in tables. */
export const ours = 'Coffer'

/** What the command line of a benchmark says. */
export interface BenchOptions {
  /** How long one thing is measured. */
  seconds: number
  /** The names of the lines to run. */
  only: RegExp
  /** The servers to measure by their names, each with its command; ours comes first and needs none. */
  commands: ReadonlyMap<string, string | undefined>
}

const nameOf = (command: string): string => command.split(' ', 1)[0]?.split('/').at(-1) ?? command

/** The servers by their names; of those that are called alike, each after the first has a number. */
const withNames = (commands: readonly string[]): Map<string, string | undefined> => {
  const named = new Map<string, string | undefined>([[ours, undefined]])
  for (const command of commands) {
    const first = nameOf(command)
    let name = first
    for (let number = 2; named.has(name); number += 1) name = `${first} ${number}`
    named.set(name, command)
  }
  return named
}

/** Reads `--seconds N`, `--only PATTERN` and `--against COMMAND`, which may be repeated. */
export const readOptions = (): BenchOptions => {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      against: { type: 'string', multiple: true, default: [] },
    },
  })
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1) throw new Error('--seconds takes a whole number, at least 1.')
  return { seconds, only: new RegExp(values.only, 'i'), commands: withNames(values.against) }
}
