import { Button } from '@coffer/ui'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { AppleSecretDialog } from './AppleSecretDialog.tsx'

interface AppleSecretProps {
  clientId: string
  onSecret: (secret: string, clientId: string) => void
}

/** Generates Apple's client secret, which is a token signed with a private key. */
export function AppleSecret({ clientId, onSecret }: AppleSecretProps) {
  const [isOpen, setOpen] = useState(false)
  const opening = useOpening(isOpen)
  return (
    <div>
      <Button icon={KeyRound} onClick={() => setOpen(true)}>
        Generate secret
      </Button>
      <AppleSecretDialog key={opening} open={isOpen} clientId={clientId} onClose={() => setOpen(false)} onSecret={onSecret} />
    </div>
  )
}
