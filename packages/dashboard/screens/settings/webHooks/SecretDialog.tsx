import { Alert, Button, CopyChip, Dialog } from '@coffer/ui'
import { useState } from 'react'

interface SecretDialogProps {
  /** The secret; undefined while the dialog is closed. */
  secret: string | undefined
  onClose: () => void
}

/** Shows a new secret, which the server does not show again. It keeps the secret during the closing animation. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const [shown, setShown] = useState(secret)
  if (secret !== undefined && secret !== shown) setShown(secret)
  return (
    <Dialog
      open={secret !== undefined}
      onClose={onClose}
      title="Secret of the web hook"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Alert tone="info">
        Copy the secret now: it is not shown again. The receiver checks the signature of each message with it.
      </Alert>
      <CopyChip text={shown ?? ''} noun="secret" />
    </Dialog>
  )
}
