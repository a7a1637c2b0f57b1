import { defaultWebHook, type WebHookEvent, type WebHookOptions } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { createWebHook, type ListedWebHook, updateWebHook } from '../../../queries/webHooks.ts'
import { formIssues } from '../../../shell/form/formIssues.ts'
import { useForm } from '../../../shell/form/useForm.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'

type Values = Record<keyof WebHookOptions, string>

/** The options as texts, because the form has only texts. */
const toValues = ({ enabled, url, collections, events, filter }: WebHookOptions): Values => ({
  enabled: enabled ? 'true' : '',
  url,
  collections: collections.join(),
  events: events.join(),
  filter,
})

export function itemsOf(text: string): string[] {
  return text === '' ? [] : text.split(',')
}

const toOptions = ({ enabled, url, collections, events, filter }: Values): WebHookOptions => ({
  enabled: enabled !== '',
  url: url.trim(),
  collections: itemsOf(collections),
  events: itemsOf(events) as WebHookEvent[],
  filter: filter.trim(),
})

/** State of the form of a new or existing web hook. */
export function useWebHookForm(
  hook: ListedWebHook | undefined,
  isOpen: boolean,
  { onSaved, onSecret }: { onSaved: () => void; onSecret: (secret: string) => void },
) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const initial = toValues(hook ?? defaultWebHook)
  const form = useForm({
    initial,
    check: ({ url, events }) => ({
      ...formIssues([{ name: 'url', label: 'URL', value: url }]),
      ...(events === '' && { events: 'Choose at least one event.' }),
    }),
    send: async values => {
      const saved = await (hook ? updateWebHook(hook.id, toOptions(values)) : createWebHook(toOptions(values)))
      await queryClient.invalidateQueries({ queryKey: ['webHooks'] })
      toasts.success(hook ? 'Successfully updated the web hook.' : 'Successfully created the web hook.')
      onSaved()
      if (!hook) onSecret(saved.secret)
    },
  })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial)
  const canSave = hook ? isChanged : form.values.url !== ''
  useUnsavedGuard(isOpen && isChanged, () => {}, 'You have unsaved changes. Do you really want to close the panel?')
  return {
    ...form,
    canSave: canSave && !form.isSending,
    submit: () => {
      if (canSave) form.props.ref.current?.requestSubmit()
    },
  }
}
