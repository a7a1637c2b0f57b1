import { Button, Dialog, FieldFrame, TextArea, useToasts } from '@coffer/ui'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { generateAppleSecret } from '../../../queries/settings.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { formIssues } from '../../../shell/form/formIssues.ts'
import { TextField } from '../../../shell/form/TextField.tsx'
import { useForm } from '../../../shell/form/useForm.ts'
import { FieldRow } from '../form/FieldRow.tsx'

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

interface AppleSecretDialogProps {
  open: boolean
  clientId: string
  onClose: () => void
  onSecret: (secret: string, clientId: string) => void
}

/** The maximum that Apple allows. */
const maxDurationSeconds = 15_777_000

const labels = { clientId: 'Client ID', teamId: 'Team ID', keyId: 'Key ID', duration: 'Duration', privateKey: 'Private key' }

function AppleSecretDialog({ open, clientId, onClose, onSecret }: AppleSecretDialogProps) {
  const formId = useId()
  const toasts = useToasts()
  const form = useForm({
    initial: { clientId, teamId: '', keyId: '', duration: String(maxDurationSeconds), privateKey: '' },
    check: values => ({
      ...(!/^\d+$/.test(values.duration) && { duration: 'Must be a whole number of seconds.' }),
      ...formIssues(
        Object.entries(labels).map(([name, label]) => ({ name, label, value: values[name as keyof typeof labels].trim() })),
      ),
    }),
    send: async values => {
      const secret = await generateAppleSecret({ ...values, duration: Number(values.duration) })
      onSecret(secret, values.clientId)
      toasts.success('Successfully generated client secret.')
      onClose()
    },
  })
  const key = form.field('privateKey')
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Generate apple client secret"
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={form.isSending}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" icon={KeyRound} loading={form.isSending}>
            Generate and set secret
          </Button>
        </>
      }
    >
      <FormColumn {...form.props} id={formId}>
        <FieldRow>
          <TextField {...form.field('clientId')} {...plain} label={labels.clientId} />
          <TextField {...form.field('teamId')} {...plain} label={labels.teamId} />
        </FieldRow>
        <FieldRow>
          <TextField {...form.field('keyId')} {...plain} label={labels.keyId} />
          <TextField
            {...form.field('duration')}
            {...plain}
            inputMode="numeric"
            label="Duration (in seconds)"
            help={`Max ${maxDurationSeconds} seconds (~6 months).`}
          />
        </FieldRow>
        <FieldFrame
          label={labels.privateKey}
          required
          error={key.error}
          help="The key is not stored on the server. It is used only to sign the secret."
        >
          {({ control }) => (
            <TextArea
              {...control}
              {...plain}
              mono
              rows={8}
              name={key.name}
              placeholder={'-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----'}
              value={key.value}
              onValueChange={key.onValueChange}
            />
          )}
        </FieldFrame>
      </FormColumn>
    </Dialog>
  )
}
