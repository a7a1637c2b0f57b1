import { EmptyState, Panel } from '@coffer/ui'
import { Webhook } from 'lucide-react'
import { useState } from 'react'
import type { ListedWebHook } from '../../../queries/webHooks.ts'
import { WebHookEditor } from './WebHookEditor.tsx'

interface WebHookPanelProps {
  /** Id of the web hook in the panel, `new`, or undefined while it is closed. */
  id: string | undefined
  /** Undefined until they are loaded. */
  hooks: readonly ListedWebHook[] | undefined
  /** Called with a secret that was created. */
  onSecret: (secret: string) => void
  onClose: (isDone?: boolean) => void
}

/** The panel of a web hook. It keeps its content while closing, and each opening starts with fresh state. */
export function WebHookPanel({ id, hooks, onSecret, onClose }: WebHookPanelProps) {
  const hook = hooks?.find(hook => hook.id === id)
  const isReady = id === 'new' || hooks !== undefined
  const [shown, setShown] = useState({ id, hook, opening: 0 })
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = id !== undefined && isReady
  if (isOpen && (id !== shown.id || !wasOpen)) setShown({ id, hook, opening: shown.opening + 1 })
  if (isOpen !== wasOpen) setWasOpen(isOpen)

  if (shown.id === undefined) return null
  if (shown.id !== 'new' && !shown.hook) {
    return (
      <Panel open={isOpen} onCloseRequest={() => onClose()} title="Edit web hook" width={580}>
        <EmptyState icon={Webhook} title="This web hook has been deleted." />
      </Panel>
    )
  }
  return <WebHookEditor key={shown.opening} hook={shown.hook} isOpen={isOpen} onSecret={onSecret} onClose={onClose} />
}
