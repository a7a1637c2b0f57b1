import { Button } from '@coffer/ui'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { NewBackupDialog } from './NewBackupDialog.tsx'
import { useCreateBackup } from './useCreateBackup.ts'

interface NewBackupProps {
  canBackup: boolean
  onMade: () => Promise<void>
}

/** Begins a backup, or says that something is under way. */
export function NewBackup({ canBackup, onMade }: NewBackupProps) {
  const [isOpen, setOpen] = useState(false)
  const { isCreating, issue, create, forgetIssue } = useCreateBackup({ onMade, onBegun: () => setOpen(false) })
  return (
    <>
      <Button
        block={true}
        icon={Play}
        loading={!canBackup}
        disabled={!canBackup}
        onClick={() => {
          forgetIssue()
          setOpen(true)
        }}
      >
        {canBackup ? 'Initialize new backup' : 'Backup/restore operation is in process'}
      </Button>
      <NewBackupDialog
        open={isOpen}
        isCreating={isCreating}
        issue={issue}
        onCreate={name => void create(name)}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
