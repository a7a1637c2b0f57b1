import { Alert, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'

interface LostFilesNoticeProps {
  names: readonly string[]
  onDismiss: () => void
}

/** Names the files that did not come back with the rest of a draft. */
export function LostFilesNotice({ names, onDismiss }: LostFilesNoticeProps) {
  const isOne = names.length === 1
  return (
    <Alert
      role="alert"
      tone="warning"
      title={isOne ? 'One file could not be restored.' : `${names.length} files could not be restored.`}
      action={<IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} />}
    >
      This browser has not kept {names.map(name => `"${name}"`).join(', ')}. Choose {isOne ? 'it' : 'them'} again.
    </Alert>
  )
}
