import { IconButton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { backupsQuery } from '../../../queries/backups.ts'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { BackupOptions } from './BackupOptions.tsx'
import { BackupsCard } from './BackupsCard.tsx'

/** Creates, restores and schedules backups. */
export function BackupsPage() {
  const { isFetching, refetch } = useQuery(backupsQuery)
  return (
    <SettingsFrame
      title="Backups"
      actions={<IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isFetching} onClick={() => void refetch()} />}
    >
      <BackupsCard />
      <BackupOptions />
    </SettingsFrame>
  )
}
