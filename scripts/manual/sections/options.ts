import { createProgram } from '../../../packages/server/cli/program.ts'
import { optionVariable } from '../../../packages/server/config/environment.ts'
import { code, table } from './table.ts'

type Command = ReturnType<typeof createProgram>

const find = (command: Command, name: string): Command => {
  const found = command.commands.find(one => one.name() === name)
  if (!found) throw new Error(`There is no command ${name}.`)
  return found
}

/** The options of `serve` with their environment variables and defaults. */
export const options = (): string => {
  const supported = find(createProgram(), 'serve').options.filter(({ description }) => description !== 'not supported yet')
  return table(
    ['option', 'environment variable', 'default', 'meaning'],
    supported.map(option => [
      code(option.long ?? option.flags),
      code(optionVariable(option.attributeName())),
      code(option.defaultValue === undefined ? '' : String(option.defaultValue)),
      option.description,
    ]),
  )
}
