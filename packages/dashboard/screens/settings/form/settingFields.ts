import { mask, type Settings } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { FormField } from '../../../shell/form/useForm.ts'
import { type FlagPath, type NumberPath, type SettingPath, type TextPath, valueAt } from './settingPath.ts'

export type SettingValue = string | number | boolean | null

export interface NumberSetting {
  name: string
  value: number | null
  error: string | undefined
  lock: string | undefined
  onValueChange: (value: number | null) => void
}

export interface FlagSetting {
  name: string
  checked: boolean
  lock: string | undefined
  onCheckedChange: (checked: boolean) => void
}

export interface SecretSetting extends FormField {
  /** Whether the server has a secret. */
  isStored: boolean
  /** Whether the user is replacing the stored secret. */
  isReplaced: boolean
  onKeep: () => void
}

/** Returns the props of an input by the path of its setting. */
export interface SettingFields {
  text: (path: TextPath) => FormField
  number: (path: NumberPath) => NumberSetting
  flag: (path: FlagPath) => FlagSetting
  secret: (path: TextPath) => SecretSetting
  /** Returns why a setting cannot be changed; undefined if it can. */
  lock: (path: SettingPath) => string | undefined
}

interface FieldsOf {
  settings: Settings
  draft: Settings
  errors: FieldErrors
  /** The environment variables that fix settings, by path. */
  fixed: Record<string, string>
  set: (path: SettingPath, value: SettingValue) => void
  /** Discards the change of a setting. */
  keep: (path: SettingPath) => void
}

export function settingFields({ settings, draft, errors, fixed, set, keep }: FieldsOf): SettingFields {
  const lock = (path: SettingPath) => (fixed[path] === undefined ? undefined : `Set by the environment variable ${fixed[path]}.`)
  const text = (path: TextPath) => ({
    name: path,
    value: String(valueAt(draft, path)),
    error: errors[path],
    lock: lock(path),
    onValueChange: (value: string) => set(path, value),
  })
  return {
    lock,
    text,
    number: path => ({
      name: path,
      value: valueAt(draft, path) as number | null,
      error: errors[path],
      lock: lock(path),
      onValueChange: value => set(path, value),
    }),
    flag: path => ({
      name: path,
      checked: valueAt(draft, path) === true,
      lock: lock(path),
      onCheckedChange: checked => set(path, checked),
    }),
    secret: path => {
      const isStored = valueAt(settings, path) === mask
      return {
        ...text(path),
        isStored,
        isReplaced: isStored && valueAt(draft, path) !== mask,
        onKeep: () => keep(path),
      }
    },
  }
}
