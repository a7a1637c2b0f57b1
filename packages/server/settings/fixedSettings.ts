import { parseBoolean, sentence } from '@coffer/fields'
import {
  type Issues,
  isIssue,
  mergeSettings,
  type Settings,
  settingAt,
  settingPaths,
  settings,
  settingTree,
  validateSettings,
} from '@coffer/schema'
import type { FixedSetting } from '../config/config.ts'
import { readVariable, settingVariable, settingVariablePrefix } from '../config/environment.ts'
import { Rejection } from '../errors/Rejection.ts'

const defaults = settings.parse({})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Converts the text of a variable to the type of the setting. Settings without a default value are written as JSON. */
function parseValue(path: string, text: string): unknown {
  const initial = settingAt(defaults, path)
  if (typeof initial === 'string') return text
  if (typeof initial === 'boolean') return parseBoolean(text.toLowerCase()) ?? text
  return parseJson(text)
}

function readSetting(path: string): FixedSetting | undefined {
  const variable = settingVariable(path)
  const given = readVariable(variable)
  if (!given) return undefined
  const value = parseValue(path, given.text)
  const { success } = settings.safeParse(settingTree(path, value))
  if (success) return { path, variable: given.source, value }
  const initial = settingAt(defaults, path)
  const expected = { boolean: 'true or false', number: 'a whole number' }[typeof initial as string] ?? 'JSON of the right type'
  throw new Error(`The environment variable ${given.source} must be ${expected}.`)
}

/** Returns the variables that look like settings but are none, for example because of a spelling mistake. */
function unknownVariables(): string[] {
  const known = new Set(settingPaths.map(settingVariable))
  return Object.keys(process.env).filter(
    name => name.startsWith(settingVariablePrefix) && !known.has(name) && !known.has(name.replace(/_FILE$/, '')),
  )
}

/**
 * Reads the settings that environment variables such as `COFFER_SETTINGS_SMTP_HOST` fix.
 * @throws Error with a sentence for the command line if a variable is unknown or has a value of the wrong type
 */
export function readFixedSettings(): FixedSetting[] {
  const [unknown] = unknownVariables()
  if (unknown !== undefined) {
    throw new Error(`The environment variable ${unknown} is not the name of a setting. "coffer config --all" lists the names.`)
  }
  return settingPaths.flatMap(path => readSetting(path) ?? [])
}

/** Returns the settings with the fixed values in place of the stored ones. */
export function withFixedSettings(stored: Settings, fixed: readonly FixedSetting[] = []): Settings {
  return fixed.reduce<Settings>((all, { path, value }) => mergeSettings(all, settingTree(path, value)), stored)
}

/** Returns changed settings as they are stored: where the environment fixes a setting, the stored value stays. */
export function withoutFixedSettings(changed: Settings, stored: Settings, fixed: readonly FixedSetting[] = []): Settings {
  return fixed.reduce<Settings>((all, { path }) => mergeSettings(all, settingTree(path, settingAt(stored, path))), changed)
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

const nest = (path: string, issue: Issues[string]): Issues => settingTree(path, issue) as Issues

function mergeIssues(left: Issues, right: Issues): Issues {
  const merged = { ...left }
  for (const [key, part] of Object.entries(right)) {
    const present = merged[key]
    merged[key] = present && !isIssue(present) && !isIssue(part) ? mergeIssues(present, part) : part
  }
  return merged
}

/** @throws Rejection `conflict` that names the variables if the change affects settings that the environment fixes */
export function assertFixedUnchanged(changed: Settings, effective: Settings, fixed: readonly FixedSetting[] = []): void {
  const affected = fixed.filter(({ path }) => !isSame(settingAt(changed, path), settingAt(effective, path)))
  if (affected.length === 0) return
  const issues = affected
    .map(({ path, variable }) =>
      nest(path, { code: 'validation_fixed_by_environment', message: `Fixed by the environment variable ${variable}.` }),
    )
    .reduce(mergeIssues, {})
  throw new Rejection('conflict', { issues })
}

const issueLines = (issues: Issues, prefix = ''): [path: string, message: string][] =>
  Object.entries(issues).flatMap(([key, part]) =>
    isIssue(part) ? [[`${prefix}${key}`, part.message] as [string, string]] : issueLines(part, `${prefix}${key}.`),
  )

/**
 * Validates the groups of settings in which the environment fixes values, by the rules of the settings form.
 * @throws Error with a sentence for the command line that names the variable
 */
export function assertFixedValid(effective: Settings, fixed: readonly FixedSetting[] = []): void {
  const groups = new Set(fixed.map(({ path }) => path.split('.')[0]))
  const wrong = issueLines(validateSettings(effective)).find(([path]) => groups.has(path.split('.')[0]))
  if (!wrong) return
  const [path, message] = wrong
  const variable = fixed.find(setting => setting.path === path)?.variable
  throw new Error(
    variable === undefined
      ? `The setting ${path} is invalid in connection with the environment's settings: ${sentence(message)} Set ${settingVariable(path)} too.`
      : `The environment variable ${variable} has an invalid value: ${sentence(message)}`,
  )
}
