import { createProgram } from '../../../packages/server/cli/program.ts'
import { optionVariable } from '../../../packages/server/config/environment.ts'
import { code, table } from './table.ts'

type Command = ReturnType<typeof createProgram>

function find(command: Command, name: string): Command {
  const found = command.commands.find(one => one.name() === name)
  if (!found) throw new Error(`There is no command ${name}.`)
  return found
}

/** The options of `serve` with their environment variables and defaults. */
export function options(): string {
  return table(
    ['option', 'environment variable', 'default', 'meaning'],
    find(createProgram(), 'serve').options.map(option => [
      code(option.long ?? option.flags),
      code(optionVariable(option.attributeName())),
      code(option.defaultValue === undefined ? '' : String(option.defaultValue)),
      option.description,
    ]),
  )
}
