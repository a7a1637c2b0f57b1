import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { backupFailureQuery } from '../../queries/backups.ts'

/** Marks a link that leads to the backups if the last automatic backup failed. */
export function BackupFailureMark({ className }: { className: string | undefined }) {
  const { data: hasFailed } = useQuery(backupFailureQuery)
  return hasFailed ? (
    <TriangleAlert className={className} size={14} role="img" aria-label="The last automatic backup failed" />
  ) : null
}
