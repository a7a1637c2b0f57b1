import { readFileSync } from 'node:fs'

/** Converts a name such as `queryTimeout` or `smtp.host` to the words of a variable: `QUERY_TIMEOUT`, `SMTP_HOST`. */
const words = (name: string): string =>
  name
    .replace(/[A-Z]/g, letter => `_${letter}`)
    .replaceAll('.', '_')
    .toUpperCase()

/** Returns the environment variable of an option, such as `COFFER_QUERY_TIMEOUT`. */
export function optionVariable(option: string): string {
  return `COFFER_${words(option)}`
}

/** The beginning of the names of all variables that fix settings. */
export const settingVariablePrefix = 'COFFER_SETTINGS_'

/** Returns the environment variable of a setting, such as `COFFER_SETTINGS_SMTP_HOST` for `smtp.host`. */
export function settingVariable(path: string): string {
  return settingVariablePrefix + words(path)
}

/** The value of a variable, and the name of the variable that gave it, which can end in `_FILE`. */
export interface VariableValue {
  source: string
  text: string
}

function readFile(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new Error(`The file ${path}, named by the environment variable ${variable}, cannot be read.`, { cause: error })
  }
}

/**
 * Reads an environment variable, or the file that the same variable with the suffix `_FILE` names, as containers pass secrets. An
 * empty variable counts as not set.
 * @throws Error with a sentence for the command line if both are set or the file cannot be read
 */
export function readVariable(variable: string): VariableValue | undefined {
  const text = process.env[variable]
  const source = `${variable}_FILE`
  const path = process.env[source]
  if (!path) return text ? { source: variable, text } : undefined
  if (text) throw new Error(`The environment variables ${variable} and ${source} are both set. Remove one of them.`)
  return { source, text: readFile(source, path) }
}
