import type { Settings } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type FieldErrors, fieldErrorsOf, isSilent, toastTextOf } from '../../../queries/connection/failure.ts'
import { saveSettings, settingsQuery } from '../../../queries/settings.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'
import { useFieldErrors } from '../../../shell/form/useFieldErrors.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { differences } from './differences.ts'
import { isShown, judgeSettings, withoutBlanks } from './judgeSettings.ts'
import { keepChanges, recallChanges } from './keptChanges.ts'
import { type SettingFields, type SettingValue, settingFields } from './settingFields.ts'
import { overlay, type SettingPath, type Tree, withoutValue, withValue } from './settingPath.ts'

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

export interface SettingsForm extends SettingFields {
  /** The settings as the form would leave them. */
  draft: Settings
  errors: FieldErrors
  hasChanges: boolean
  isSaving: boolean
  set: (path: SettingPath, value: SettingValue) => void
  /** What was changed so far, and all of it set to something else. */
  changes: Tree
  setChanges: (changes: Tree) => void
  reset: () => void
  save: () => Promise<void>
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
  const failure = useFailureToast()

  const base = overlay(settings, options.proposed)
  const draft = overlay(base, changes)
  const hasChanges = Object.keys(differences(base, draft)).length > 0

  useEffect(() => keepChanges(key, changes), [key, changes])
  const forget = () => {
    keepChanges(key, {})
    setChanges({})
  }
  useUnsavedGuard(hasChanges && options.isOpen !== false, forget, options.leaveQuestion)

  const set = (path: SettingPath, value: SettingValue) => {
    clear(path)
    setChanges(current => withValue(current, path, value))
  }

  const send = async () => {
    setSaving(true)
    try {
      const saved = await saveSettings(differences(settings, withoutBlanks(settings, draft)))
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      // What was typed meanwhile stays.
      setChanges(current => differences(changes, current))
      if (options.successMessage !== undefined) toasts.success(options.successMessage)
      options.onSaved?.(saved)
    } catch (error) {
      if (isSilent(error)) return
      const hasInput = (path: string) => isShown(path, shown)
      show(Object.fromEntries(Object.entries(fieldErrorsOf(error)).filter(([path]) => hasInput(path))))
      failure.show(toastTextOf(error, hasInput))
    } finally {
      setSaving(false)
    }
  }
  const save = async () => {
    if (isSaving || !hasChanges) return
    failure.clear()
    const issues = { ...judgeSettings(settings, draft, shown), ...options.check?.(draft) }
    show(issues)
    if (Object.keys(issues).length === 0) await send()
  }

  const keep = (path: SettingPath) => {
    clear(path)
    setChanges(current => withoutValue(current, path))
  }
  return {
    ...{ draft, errors, hasChanges, isSaving, set, changes, setChanges, save },
    ...settingFields({ settings, draft, errors, set, keep }),
    reset: () => {
      show({})
      setChanges({})
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
