import { EmptyState, Skeleton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { type Backup, backupsQuery } from '../../../queries/backups.ts'
import { isUnreachable } from '../../../queries/connection/failure.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import styles from './BackupList.module.css'
import { BackupRow } from './BackupRow.tsx'

interface BackupListProps {
  /** Whether no other backup or restore is running. */
  canRestore: boolean
  onRestore: (backup: Backup) => void
  onDeleted: () => Promise<void>
}

/** Lists the backups, newest first. */
export function BackupList({ canRestore, onRestore, onDeleted }: BackupListProps) {
  const { data: backups, error, isFetching, refetch } = useQuery(backupsQuery)
  // After the storage has failed, a cached list would be misleading. It is shown only while the server is unreachable.
  if (error && (backups === undefined || !isUnreachable(error))) {
    return (
      <LoadFailure
        noun="backups"
        error={error}
        advice='If backups are stored in S3, check the connection under "Backups options".'
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (backups === undefined) {
    return (
      <div className={styles.waiting} role="status" aria-label="Loading backups...">
        <Skeleton height={20} />
        <Skeleton height={20} />
      </div>
    )
  }
  if (backups.length === 0) return <EmptyState icon={Archive} title="No backups yet." />
  return (
    <ul className={styles.list} aria-label="Backups" aria-busy={isFetching}>
      {backups.map(backup => (
        <BackupRow
          key={backup.key}
          backup={backup}
          canRestore={canRestore}
          onRestore={() => onRestore(backup)}
          onDeleted={onDeleted}
        />
      ))}
    </ul>
  )
}
