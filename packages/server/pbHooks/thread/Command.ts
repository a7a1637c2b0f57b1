import type { Plain } from '../../pb/Host.ts'
import { GoError } from './errors.ts'

type Run = (command: Command, args: string[]) => unknown

/** A command that files add to the command line, as in 0.22. */
export class Command {
  use = ''
  short = ''
  run: Run | undefined
  runE: Run | undefined
  readonly #commands: Command[] = []

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  name = (): string => String(this.use).trim().split(/\s+/)[0] ?? ''
  addCommand = (...commands: Command[]): void => void this.#commands.push(...commands)

  /** Runs the command, or the one of its own commands that the first argument names. */
  execute(args: string[]): unknown {
    const [first] = args
    const own = this.#commands.find(command => command.name() === first)
    if (own) return own.execute(args.slice(1))
    const run = this.run ?? this.runE
    if (run) return run(this, args)
    const names = this.#commands.map(command => command.name()).join(', ')
    throw new GoError(`The command ${this.name()} has no function "run".${names && ` It has the commands ${names}.`}`)
  }
}
