import { Button, Spinner } from '@coffer/ui'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { NewBackupDialog } from './NewBackupDialog.tsx'
import { useCreateBackup } from './useCreateBackup.ts'

interface NewBackupProps {
  /** Whether the list of backups or the state of the server is still loading. */
  isLoading: boolean
  /** Whether a backup or restore is running. */
  isBusy: boolean
  onCreated: () => Promise<void>
}

/** Starts a backup, or says that a backup or restore is running. */
export function NewBackup({ isLoading, isBusy, onCreated }: NewBackupProps) {
  const [isOpen, setOpen] = useState(false)
  const opening = useOpening(isOpen)
  const { isCreating, issue, create, close, clearIssue } = useCreateBackup({ onCreated, onClose: () => setOpen(false) })
  const isBlocked = isLoading || isBusy
  return (
    <>
      {/* A natively disabled button would lose the focus that the dialog returns to it. */}
      <Button
        variant="primary"
        icon={isBusy ? undefined : Play}
        aria-disabled={isBlocked}
        onClick={() => {
          if (isBlocked) return
          clearIssue()
          setOpen(true)
        }}
      >
        {isBusy && <Spinner />}
        {isBusy ? 'Backup/restore operation is in process' : 'Initialize new backup'}
      </Button>
      <NewBackupDialog
        key={opening}
        open={isOpen}
        isCreating={isCreating}
        issue={issue}
        onCreate={name => void create(name)}
        onClose={close}
      />
    </>
  )
}
