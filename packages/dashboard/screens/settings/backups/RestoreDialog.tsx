import { Alert, Button, CopyChip, Dialog, FieldFrame, TextInput } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { type Backup, backupStateQuery, restoreBackup, waitForRestore } from '../../../queries/backups.ts'
import { toastTextOf } from '../../../queries/connection/failure.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'

interface RestoreDialogProps {
  open: boolean
  backup: Backup
  onClose: () => void
}

/** Replaces all data with a backup after the user has typed its name. */
export function RestoreDialog({ open, backup: { key }, onClose }: RestoreDialogProps) {
  const [typed, setTyped] = useState('')
  const [isRestoring, setRestoring] = useState(false)
  const formId = useId()
  const failure = useFailureToast()
  const queryClient = useQueryClient()
  const isConfirmed = typed === key

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed || isRestoring) return
    failure.clear()
    setRestoring(true)
    try {
      await restoreBackup(key)
    } catch (error) {
      setRestoring(false)
      void queryClient.invalidateQueries(backupStateQuery)
      failure.show(toastTextOf(error))
      return
    }
    await queryClient.cancelQueries(backupStateQuery)
    await waitForRestore()
    location.reload()
  }

  return (
    <Dialog
      open={open}
      onClose={() => !isRestoring && onClose()}
      title={
        <>
          Restore <b>{key}</b>
        </>
      }
      footer={
        <>
          <Button variant="quiet" disabled={isRestoring} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={isRestoring} disabled={!isConfirmed}>
            Restore backup
          </Button>
        </>
      }
    >
      <FormColumn id={formId} noValidate={true} onSubmit={event => void submit(event)}>
        <Alert tone="danger">
          <p>
            All data of this server, including admins and settings, is replaced by the contents of the backup. Restoring is
            experimental and works only on UNIX-like systems.
          </p>
          <p>The server checks the backup first. Damaged or unsupported archives are rejected without changes.</p>
        </Alert>
        <p>
          Type the backup name <CopyChip text={key} /> to confirm:
        </p>
        <FieldFrame label="Backup name" required={true}>
          {({ control }) => (
            <TextInput
              {...control}
              mono={true}
              autoComplete="off"
              spellCheck={false}
              disabled={isRestoring}
              value={typed}
              onValueChange={setTyped}
            />
          )}
        </FieldFrame>
        {isRestoring && <p role="status">Restoring the backup. The page reloads when it is done.</p>}
      </FormColumn>
    </Dialog>
  )
}
