import { type Command, InvalidArgumentError, type Option } from 'commander'
import { optionVariable, readVariable } from '../config/environment.ts'

/** The value of an option and what it comes from: a flag such as `--http`, an environment variable, or its default. */
export interface OptionValue {
  name: string
  value: unknown
  source: string
}

function parseVariable(option: Option): Pick<OptionValue, 'value' | 'source'> | undefined {
  const given = readVariable(optionVariable(option.attributeName()))
  if (!given) return undefined
  const { source, text } = given
  try {
    return { source, value: option.parseArg ? option.parseArg(text, option.defaultValue) : text }
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw new Error(`The environment variable ${source} is invalid: ${error.message}`, { cause: error })
  }
}

/**
 * Returns the options of a command. Options may be given before and after the command's name; the later ones win. Where no flag is
 * given, the environment variable of the option decides, then its default.
 * @param withoutVariable names of options that no variable sets
 * @throws Error with a sentence for the command line if the value of a variable is invalid
 */
export function readOptions(command: Command, withoutVariable: readonly string[] = []): OptionValue[] {
  const commands: Command[] = []
  for (let at: Command | null = command; at; at = at.parent) commands.push(at)
  return command.options.map(option => {
    const name = option.attributeName()
    const given = commands.find(at => at.getOptionValueSource(name) === 'cli')
    if (given) return { name, value: given.getOptionValue(name), source: option.long ?? option.flags }
    const variable = withoutVariable.includes(name) ? undefined : parseVariable(option)
    return { name, ...(variable ?? { value: option.defaultValue, source: 'default' }) }
  })
}

/** Returns values by name. */
export function byName<Options>(values: readonly OptionValue[]): Options {
  return Object.fromEntries(values.map(({ name, value }) => [name, value])) as Options
}

/**
 * Returns the values of a command's options by name.
 * @param withoutVariable names of options that no environment variable sets
 */
export function optionsOf<Options>(command: Command, withoutVariable?: readonly string[]): Options {
  return byName(readOptions(command, withoutVariable))
}
