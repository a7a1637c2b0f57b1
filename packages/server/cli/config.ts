import { isSecretSetting, mask, settingPaths } from '@coffer/schema'
import { settingVariable } from '../config/environment.ts'
import { print, printJson } from '../runtime/terminal.ts'
import { readFixedSettings } from '../settings/fixedSettings.ts'
import type { OptionValue } from './readOptions.ts'

interface ConfigLine {
  name: string
  value: unknown
  /** A flag, an environment variable, or `default`; `stored` for a setting that the environment does not fix. */
  source: string
}

/** Replaces the passwords in a URL: the one before the host, which can contain `@`, and those in the query. */
const withoutPassword = (text: string): string =>
  text.replace(/^(\w+:\/\/[^:@/]*):[^/]*@/, `$1:${mask}@`).replace(/([?&]\w*password=)[^&#]*/gi, `$1${mask}`)

const isSecretOption = (name: string): boolean => /(?:token|key|secret|password)$/i.test(name)

function withoutSecret(value: unknown, isSecret: boolean): unknown {
  if (typeof value !== 'string' || value === '') return value
  return isSecret ? mask : withoutPassword(value)
}

function settingLines(isAll: boolean): ConfigLine[] {
  const fixed = new Map(readFixedSettings().map(setting => [setting.path, setting]))
  return settingPaths.flatMap(path => {
    const setting = fixed.get(path)
    if (setting) return { name: path, value: withoutSecret(setting.value, isSecretSetting(path)), source: setting.variable }
    return isAll ? { name: path, value: undefined, source: `stored (${settingVariable(path)} would fix it)` } : []
  })
}

function show(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function printTable(title: string, lines: readonly ConfigLine[]): void {
  const rows = lines.map(({ name, value, source }) => [name, show(value), source] as const)
  const width = (at: 0 | 1) => Math.min(60, Math.max(...rows.map(row => row[at].length)))
  print`${title}`
  for (const [name, value, source] of rows) print`  ${name.padEnd(width(0))}  ${value.padEnd(width(1))}  ${source}`
}

/** The options of the command itself. */
const ownOptions = ['all', 'json']

/** Prints the value and the source of each option of `serve`, and of the settings that environment variables fix. */
export function printConfig(values: readonly OptionValue[]): void {
  const isOn = (flag: string) => values.some(({ name, value }) => name === flag && value === true)
  const options = values
    .filter(({ name }) => !ownOptions.includes(name))
    .map(({ name, value, source }) => ({ name, value: withoutSecret(value, isSecretOption(name)), source }))
  const settings = settingLines(isOn('all'))
  if (isOn('json')) {
    printJson({ options, settings })
    return
  }
  printTable('Options', options)
  print``
  if (settings.length > 0) printTable('Settings', settings)
  else print`No setting is fixed by an environment variable. "coffer config --all" lists their names.`
}
