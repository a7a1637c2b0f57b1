import type { NewerSettings } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf, toastTextOf } from '../../../queries/connection/failure.ts'
import { newerSettingsQuery, saveNewerSettings } from '../../../queries/settings.ts'
import { useSubmission } from '../../../shell/form/useSubmission.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'

interface NewerSettingsFormOptions<Name extends keyof NewerSettings> {
  name: Name
  stored: NewerSettings[Name]
  successMessage: string
}

/** State of the form for one of the settings that PocketBase 0.22 does not have. */
export function useNewerSettingsForm<Name extends keyof NewerSettings>({
  name,
  stored,
  successMessage,
}: NewerSettingsFormOptions<Name>) {
  const [edited, setEdited] = useState(stored)
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const errorsOf = (error: unknown) =>
    Object.fromEntries(
      Object.entries(fieldErrorsOf(error)).map(([path, text]) => [path === name ? '' : path.slice(name.length + 1), text]),
    )
  const hasChanges = JSON.stringify(edited) !== JSON.stringify(stored)
  const { isSending, errors, show, submit, props } = useSubmission({
    hasChanges,
    send: async () => {
      const saved = await saveNewerSettings({ [name]: edited })
      queryClient.setQueryData(newerSettingsQuery.queryKey, saved)
      setEdited(saved[name])
      toasts.success(successMessage)
    },
    errorsOf,
    failureText: error => (Object.keys(errorsOf(error)).length > 0 ? undefined : toastTextOf(error)),
  })
  const reset = () => {
    show({})
    setEdited(stored)
  }
  useUnsavedGuard(hasChanges, reset)
  const set = (value: NewerSettings[Name]) => {
    show({})
    setEdited(value)
  }
  return { edited, set, errors, hasChanges, isSaving: isSending, reset, save: submit, props }
}
