import { IconButton, Menu, useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, KeyRound, Trash2 } from 'lucide-react'
import { withReadableError } from '../../../queries/connection/failure.ts'
import { deleteWebHook, type ListedWebHook, updateWebHook } from '../../../queries/webHooks.ts'

interface WebHookMenuProps {
  hook: ListedWebHook
  onSecret: (secret: string) => void
  /** Called after a change, which ends the panel. */
  onDone: () => void
}

/** The menu with further actions for a web hook. */
export function WebHookMenu({ hook, onSecret, onDone }: WebHookMenuProps) {
  const confirm = useConfirm()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: ['webHooks'] })

  const replaceSecret = async () => {
    let secret = ''
    const isDone = await confirm({
      text: 'Do you really want to replace the secret?',
      details: 'The receiver rejects messages until it knows the new one.',
      yes: 'Replace secret',
      danger: true,
      action: async () => {
        const saved = await withReadableError(updateWebHook(hook.id, { secret: '' }))
        secret = saved.secret
      },
    })
    if (!isDone) return
    onDone()
    onSecret(secret)
    await reload()
  }

  const remove = async () => {
    const { waiting } = hook.deliveries
    const isDone = await confirm({
      text: 'Do you really want to delete the selected web hook?',
      details: waiting > 0 ? `${hook.url} (${waiting} messages are waiting)` : hook.url,
      yes: 'Delete web hook',
      danger: true,
      action: () => withReadableError(deleteWebHook(hook.id)),
    })
    if (!isDone) return
    toasts.success('Successfully deleted the web hook.')
    onDone()
    await reload()
  }

  return (
    <Menu
      side="top"
      align="start"
      trigger={<IconButton label="More" icon={Ellipsis} />}
      items={[
        { label: 'New secret', icon: KeyRound, onSelect: () => void replaceSecret() },
        { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void remove() },
      ]}
    />
  )
}
