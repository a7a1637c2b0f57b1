import { mask, type Settings } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, fieldErrorsOf, isSilent, messageOf } from '../../../queries/failure.ts'
import { saveSettings, settingsQuery } from '../../../queries/settings.ts'
import { useAdmin } from '../../../shell/session.ts'
import { useFieldErrors } from '../../../shell/useFieldErrors.ts'
import type { FormField } from '../../../shell/useForm.ts'
import { useUnsavedGuard } from '../../../shell/useUnsavedGuard.ts'
import { differences } from './differences.ts'
import { isShown, judgeSettings } from './judgeSettings.ts'
import { keepChanges, recallChanges } from './keptChanges.ts'
import {
  type FlagPath,
  type NumberPath,
  overlay,
  type SettingPath,
  type TextPath,
  type Tree,
  valueAt,
  withoutValue,
  withValue,
} from './settingPath.ts'

export interface SettingsFormOptions {
  settings: Settings
  /** Paths of the settings that the form shows, `meta.appName`; a path stands for all that lie below it. */
  shown: readonly string[]
  /** What the server allows and the form does not, by path. */
  check?: (draft: Settings) => FieldErrors
  /** Said once the changes are saved. */
  successMessage?: string
  onSaved?: (settings: Settings) => void
  /** What the form proposes before anything is changed. */
  proposed?: Tree
  /** Asked before unsaved changes are left. */
  leaveQuestion?: string
  /** It is in sight; always by default. */
  isOpen?: boolean
}

export interface NumberSetting {
  name: string
  value: number | null
  error: string | undefined
  onValueChange: (value: number | null) => void
}

interface FlagSetting {
  name: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

export interface SecretSetting extends FormField {
  /** A secret is stored, and stays unless another is typed. */
  isStored: boolean
  /** The stored one is to be replaced. */
  isReplaced: boolean
  onKeep: () => void
}

export interface SettingsForm {
  /** The settings as the form would leave them. */
  draft: Settings
  errors: FieldErrors
  hasChanges: boolean
  isSaving: boolean
  set: (path: SettingPath, value: string | number | boolean | null) => void
  /** What was changed so far, and all of it set to something else. */
  changes: Tree
  setChanges: (changes: Tree) => void
  reset: () => void
  save: () => Promise<void>
  text: (path: TextPath) => FormField
  number: (path: NumberPath) => NumberSetting
  flag: (path: FlagPath) => FlagSetting
  secret: (path: TextPath) => SecretSetting
  /** For the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void }
}

/** A form over some of the settings: what was changed lies over what the server says, and nothing else is ever sent. */
export function useSettingsForm(options: SettingsFormOptions): SettingsForm {
  const { settings, shown } = options
  const key = `${useAdmin()?.id}/${shown.join()}`
  const [changes, setChanges] = useState(() => recallChanges(key))
  const [isSaving, setSaving] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const { errors, show, clear } = useFieldErrors(ref)
  const queryClient = useQueryClient()
  const toasts = useToasts()

  const base = overlay(settings, options.proposed)
  const draft = overlay(base, changes)
  const hasChanges = Object.keys(differences(base, draft)).length > 0

  useEffect(() => keepChanges(key, changes), [key, changes])
  const forget = () => {
    keepChanges(key, {})
    setChanges({})
  }
  useUnsavedGuard(hasChanges && options.isOpen !== false, forget, options.leaveQuestion)

  const set = (path: SettingPath, value: string | number | boolean | null) => {
    clear(path)
    setChanges(current => withValue(current, path, value))
  }

  const send = async () => {
    setSaving(true)
    try {
      const saved = await saveSettings(differences(settings, draft))
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      // What was typed meanwhile stays.
      setChanges(current => differences(changes, current))
      if (options.successMessage !== undefined) toasts.success(options.successMessage)
      options.onSaved?.(saved)
    } catch (error) {
      if (isSilent(error)) return
      const found = Object.entries(fieldErrorsOf(error))
      show(Object.fromEntries(found.filter(([path]) => isShown(path, shown))))
      const elsewhere = found.filter(([path]) => !isShown(path, shown)).map(([path, message]) => `${path}: ${message}`)
      toasts.error([messageOf(error), ...elsewhere].join('\n'))
    } finally {
      setSaving(false)
    }
  }
  const save = async () => {
    if (isSaving || !hasChanges) return
    const issues = { ...judgeSettings(draft, shown), ...options.check?.(draft) }
    show(issues)
    if (Object.keys(issues).length === 0) await send()
  }

  const text = (path: TextPath) => ({
    name: path,
    value: String(valueAt(draft, path)),
    error: errors[path],
    onValueChange: (value: string) => set(path, value),
  })
  return {
    ...{ draft, errors, hasChanges, isSaving, set, changes, setChanges, save, text },
    reset: () => {
      show({})
      setChanges({})
    },
    number: path => ({
      name: path,
      // Zero stands for nothing in the settings.
      value: Number(valueAt(draft, path)) || null,
      error: errors[path],
      onValueChange: value => set(path, value ?? 0),
    }),
    flag: path => ({
      name: path,
      checked: valueAt(draft, path) === true,
      onCheckedChange: checked => set(path, checked),
    }),
    secret: path => {
      const isStored = valueAt(settings, path) === mask
      return {
        ...text(path),
        isStored,
        isReplaced: isStored && valueAt(draft, path) !== mask,
        onKeep: () => {
          clear(path)
          setChanges(current => withoutValue(current, path))
        },
      }
    },
    props: {
      ref,
      noValidate: true,
      onSubmit: event => {
        event.preventDefault()
        void save()
      },
    },
  }
}
