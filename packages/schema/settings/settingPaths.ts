import { isObject } from '@coffer/fields'
import { type Settings, settings } from './Settings.ts'
import { mask, maskedWhereSecret } from './secrets.ts'

const defaults = settings.parse({})

const leavesOf = (part: object, prefix = ''): string[] =>
  Object.entries(part).flatMap(([key, value]) => (isObject(value) ? leavesOf(value, `${prefix}${key}.`) : [`${prefix}${key}`]))

/** Returns the value of a setting by its path, such as `smtp.host`; undefined if there is none. */
export function settingAt(tree: object, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (isObject(part) ? part[key] : undefined), tree)
}

/** Returns an object that contains only this setting, to be merged into the settings. */
export function settingTree(path: string, value: unknown): unknown {
  return path
    .split('.')
    .reverse()
    .reduce<unknown>((part, key) => ({ [key]: part }), value)
}

/** The paths of all settings, in the order of the wire format. */
export const settingPaths: readonly string[] = leavesOf(defaults)

const masked: Settings = maskedWhereSecret(defaults)

/** Whether the setting is a secret, which responses mask. */
export function isSecretSetting(path: string): boolean {
  return settingAt(masked, path) === mask
}
