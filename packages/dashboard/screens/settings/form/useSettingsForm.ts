import type { Settings } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldErrors, fieldErrorsOf, toastTextOf } from '../../../queries/connection/failure.ts'
import { fixedSettingsQuery, saveSettings, settingsQuery } from '../../../queries/settings.ts'
import { type FormProps, useSubmission } from '../../../shell/form/useSubmission.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'
import { useAdmin } from '../../../shell/session/session.ts'
import { differences } from './differences.ts'
import { type SettingFields, type SettingValue, settingFields } from './settingFields.ts'
import { overlay, type SettingPath, type Tree, withoutValue, withValue } from './settingPath.ts'
import { isShown, validateShownSettings, withoutBlanks } from './validateShownSettings.ts'

/**
 * Unsaved changes by form, so that an admin whose session has ended finds them again after signing in. They are only in memory, because
 * they may contain secrets.
 */
const unsaved = new Map<string, Tree>()

const recallChanges = (key: string): Tree => unsaved.get(key) ?? {}

function rememberChanges(key: string, changes: Tree): void {
  if (Object.keys(changes).length === 0) unsaved.delete(key)
  else unsaved.set(key, changes)
}

export interface SettingsFormOptions {
  settings: Settings
  /** Paths of the settings in the form, e.g. `meta.appName`. A path includes all paths below it. */
  shown: readonly string[]
  /** Additional validation that the server does not have. */
  check?: (draft: Settings) => FieldErrors
  /** Text of the toast after saving. */
  successMessage?: string
  onSaved?: (settings: Settings) => void
  /** Values that the form suggests before the user changes anything. */
  proposed?: Tree
  /** Text of the confirmation before unsaved changes are discarded. */
  leaveQuestion?: string
  /** Whether the form is visible; true by default. */
  isOpen?: boolean
}

export interface SettingsForm extends SettingFields {
  /** The settings with the changes applied. */
  draft: Settings
  errors: FieldErrors
  hasChanges: boolean
  isSaving: boolean
  set: (path: SettingPath, value: SettingValue) => void
  /** All unsaved changes. */
  changes: Tree
  setChanges: (changes: Tree) => void
  reset: () => void
  save: () => Promise<void>
  props: FormProps
}

/** State of a form for some settings. It stores only the changes over the server's values and sends nothing else. */
export function useSettingsForm(options: SettingsFormOptions): SettingsForm {
  const { settings, shown } = options
  const key = `${useAdmin()?.id}/${shown.join()}`
  const [changes, setChanges] = useState(() => recallChanges(key))
  const queryClient = useQueryClient()
  const toasts = useToasts()

  const { data: fixed = {} } = useQuery(fixedSettingsQuery)
  // A control can change several settings, some of which the environment may fix.
  const withoutFixed = (tree: Tree) => Object.keys(fixed).reduce(withoutValue, tree)
  const base = overlay(settings, withoutFixed(options.proposed ?? {}))
  const draft = overlay(base, withoutFixed(changes))
  const hasChanges = Object.keys(differences(base, draft)).length > 0

  useEffect(() => rememberChanges(key, changes), [key, changes])
  const discardChanges = () => {
    rememberChanges(key, {})
    setChanges({})
  }
  useUnsavedGuard(hasChanges && options.isOpen !== false, discardChanges, options.leaveQuestion)

  const hasInput = (path: string) => isShown(path, shown)
  const { isSending, errors, show, clear, submit, props } = useSubmission({
    hasChanges,
    check: () => ({ ...validateShownSettings(settings, draft, shown), ...options.check?.(draft) }),
    send: async () => {
      const saved = await saveSettings(differences(settings, withoutBlanks(settings, draft)))
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      // Keeps what was typed while saving.
      setChanges(current => differences(changes, current))
      if (options.successMessage !== undefined) toasts.success(options.successMessage)
      options.onSaved?.(saved)
    },
    errorsOf: error => Object.fromEntries(Object.entries(fieldErrorsOf(error)).filter(([path]) => hasInput(path))),
    failureText: error => toastTextOf(error, hasInput),
  })

  const set = (path: SettingPath, value: SettingValue) => {
    clear(path)
    setChanges(current => withValue(current, path, value))
  }
  const keep = (path: SettingPath) => {
    clear(path)
    setChanges(current => withoutValue(current, path))
  }
  return {
    draft,
    errors,
    hasChanges,
    isSaving: isSending,
    set,
    changes,
    setChanges,
    save: submit,
    ...settingFields({ settings, draft, errors, fixed, set, keep }),
    reset: () => {
      show({})
      setChanges({})
    },
    props,
  }
}
