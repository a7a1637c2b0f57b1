import { Alert, Button, Dialog, FieldFrame, Spinner, TextInput } from '@coffer/ui'
import { Play } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'

const nameForm = /^[a-z0-9_-]+\.zip$/

interface NewBackupDialogProps {
  open: boolean
  isCreating: boolean
  /** What the server has against the name. */
  issue: string | undefined
  /** '' has the server make up a name. */
  onCreate: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a backup, and says what it holds. */
export function NewBackupDialog({ open, isCreating, issue, onCreate, onClose }: NewBackupDialogProps) {
  const [name, setName] = useState('')
  const [isJudged, setJudged] = useState(false)
  const formId = useId()
  const isMisformed = isJudged && name !== '' && !nameForm.test(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (name === '' || nameForm.test(name)) onCreate(name)
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
            <b>Files that are kept in an S3 storage are not included.</b>
          </p>
        </Alert>
        <FieldFrame
          label="Backup name"
          error={isMisformed ? 'Use lowercase letters, digits, _ and - only, and end with .zip.' : issue}
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
