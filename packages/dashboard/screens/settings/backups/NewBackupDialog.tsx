import { Alert, Button, Dialog, FieldFrame, Spinner, TextInput } from '@coffer/ui'
import { Play } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'

const namePattern = /^[a-z0-9_-]+\.zip$/

interface NewBackupDialogProps {
  open: boolean
  isCreating: boolean
  /** The server's error message for the name. */
  issue: string | undefined
  /** Called with the name; with '' the server generates one. */
  onCreate: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a new backup and describes what it contains. */
export function NewBackupDialog({ open, isCreating, issue, onCreate, onClose }: NewBackupDialogProps) {
  const [name, setName] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const formId = useId()
  const isInvalid = isSubmitted && name !== '' && !namePattern.test(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (name === '' || namePattern.test(name)) onCreate(name)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Initialize new backup"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {isCreating ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} variant="primary" icon={Play}>
            Start backup
          </Button>
        </>
      }
    >
      <FormColumn id={formId} noValidate={true} onSubmit={submit}>
        <Alert tone="info">
          <p>While the database is copied, writes may have to wait for a moment.</p>
          <p>
            <b>Files in S3 storage are not included.</b>
          </p>
        </Alert>
        <FieldFrame
          label="Backup name"
          error={isInvalid ? 'Use lowercase letters, digits, _ and - only, and end with .zip.' : issue}
          help="Must be in the format [a-z0-9_-].zip"
        >
          {({ control }) => (
            <TextInput
              {...control}
              mono={true}
              autoComplete="off"
              spellCheck={false}
              placeholder="Leave empty to autogenerate"
              value={name}
              onValueChange={setName}
            />
          )}
        </FieldFrame>
        {isCreating && (
          <p role="status">
            <Spinner /> Creating the backup. It continues in the background if you close this dialog.
          </p>
        )}
      </FormColumn>
    </Dialog>
  )
}
