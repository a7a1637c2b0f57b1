import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Backup, backupStateQuery, backupsQuery } from '../../../queries/backups.ts'
import { useOpening } from '../../../shell/address/useOpening.ts'
import { Card } from '../frame/Card.tsx'
import { BackupFailures } from './BackupFailures.tsx'
import { BackupList } from './BackupList.tsx'
import styles from './BackupsCard.module.css'
import { NewBackup } from './NewBackup.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { UploadBackup } from './UploadBackup.tsx'

/** The list of backups, with buttons to create, upload and restore them. */
export function BackupsCard() {
  const queryClient = useQueryClient()
  const { data: state } = useQuery(backupStateQuery)
  const { isPending } = useQuery(backupsQuery)
  const canBackup = state?.canBackup === true
  const [restored, setRestored] = useState<Backup>()
  const [isRestoreOpen, setRestoreOpen] = useState(false)
  const opening = useOpening(isRestoreOpen)
  const reload = () => queryClient.invalidateQueries(backupsQuery)

  // When another admin or the schedule has finished a backup, the list has to be reloaded.
  const couldBackup = useRef(canBackup)
  useEffect(() => {
    if (canBackup && !couldBackup.current) void queryClient.invalidateQueries(backupsQuery)
    couldBackup.current = canBackup
  }, [canBackup, queryClient])

  return (
    <Card>
      <div className={styles.head}>
        <h2 className={styles.title}>Backup and restore your data</h2>
        <div className={styles.actions}>
          <UploadBackup onUploaded={reload} />
          <NewBackup isLoading={isPending || state === undefined} isBusy={state !== undefined && !canBackup} onCreated={reload} />
        </div>
      </div>
      {state && <BackupFailures state={state} />}
      <BackupList
        onDeleted={reload}
        canRestore={canBackup}
        onRestore={backup => {
          setRestored(backup)
          setRestoreOpen(true)
        }}
      />
      {restored && <RestoreDialog key={opening} open={isRestoreOpen} backup={restored} onClose={() => setRestoreOpen(false)} />}
    </Card>
  )
}
