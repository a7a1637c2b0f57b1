import { parseArgs } from 'node:util'

/** The name of this repository's server in tables. */
export const ours = 'Coffer'

/** The name of this repository's server over PostgreSQL in tables. */
export const onPostgres = 'on PostgreSQL'

/** The options on the command line of a benchmark. */
export interface BenchOptions {
  /** Seconds to measure each line. */
  seconds: number
  /** Number of times that everything is measured, each time with new servers on new copies of the data. */
  rounds: number
  /** Pattern for the names of the lines to run. */
  only: RegExp
  /** The commands of the servers to measure, by name; Coffer comes first and has no command. */
  commands: ReadonlyMap<string, string | undefined>
  /** Whether to measure Coffer over PostgreSQL as well. */
  includesPostgres: boolean
}

const nameOf = (command: string): string => command.split(' ', 1)[0]?.split('/').at(-1) ?? command

/** Whether a command of `--against` starts another build of this repository's server, whose program is `coffer`. */
export function isOtherBuild(command: string | undefined): boolean {
  return command !== undefined && nameOf(command) === 'coffer'
}

/** Names the servers; a repeated name gets a number. */
function withNames(commands: readonly string[]): Map<string, string | undefined> {
  const named = new Map<string, string | undefined>([[ours, undefined]])
  for (const command of commands) {
    const first = nameOf(command)
    let name = first
    for (let number = 2; named.has(name); number += 1) name = `${first} ${number}`
    named.set(name, command)
  }
  return named
}

/** Parses a whole number, at least 1. */
function readNumber(option: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} takes a whole number, at least 1.`)
  return number
}

/**
 * Parses `--seconds N`, `--rounds N`, `--only PATTERN`, `--database postgres`, and `--against COMMAND`, which can be repeated.
 * @param takesRounds whether the benchmark can measure in rounds
 */
export function readOptions({ takesRounds = false } = {}): BenchOptions {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string' },
      only: { type: 'string', default: '' },
      database: { type: 'string' },
      against: { type: 'string', multiple: true, default: [] },
    },
  })
  const { database } = values
  if (database !== undefined && database !== 'postgres') throw new Error('--database takes only the value postgres.')
  if (values.rounds !== undefined && !takesRounds) throw new Error('This benchmark does not take --rounds.')
  return {
    seconds: readNumber('seconds', values.seconds),
    rounds: readNumber('rounds', values.rounds ?? '1'),
    only: new RegExp(values.only, 'i'),
    commands: withNames(values.against),
    includesPostgres: database === 'postgres',
  }
}
