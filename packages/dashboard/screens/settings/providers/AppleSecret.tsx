import { Button } from '@coffer/ui'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { AppleSecretDialog } from './AppleSecretDialog.tsx'

interface AppleSecretProps {
  clientId: string
  onSecret: (secret: string, clientId: string) => void
}

/** Apple's client secret is a token that is made from a key. */
export function AppleSecret({ clientId, onSecret }: AppleSecretProps) {
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button
        icon={KeyRound}
        onClick={() => {
          setOpening(opening + 1)
          setOpen(true)
        }}
      >
        Generate secret
      </Button>
      <AppleSecretDialog key={opening} open={isOpen} clientId={clientId} onClose={() => setOpen(false)} onSecret={onSecret} />
    </div>
  )
}
