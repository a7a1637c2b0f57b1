import { Alert, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'

interface LostFilesNoticeProps {
  names: readonly string[]
  onDismiss: () => void
}

/** Lists the files of a draft that could not be restored. */
export function LostFilesNotice({ names, onDismiss }: LostFilesNoticeProps) {
  const isOne = names.length === 1
  return (
    <Alert
      role="alert"
      tone="warning"
      title={isOne ? 'One file could not be restored.' : `${names.length} files could not be restored.`}
      action={<IconButton size="small" icon={X} label="Dismiss" onClick={onDismiss} />}
    >
      This browser no longer has {names.map(name => `"${name}"`).join(', ')}. Choose {isOne ? 'it' : 'them'} again.
    </Alert>
  )
}
