import { Button, IconButton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { backupsQuery } from '../../../queries/backups.ts'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import { SettingsFrame } from '../frame/SettingsFrame.tsx'
import { BackupOptionsForm } from './BackupOptionsForm.tsx'
import { BackupsCard } from './BackupsCard.tsx'
import styles from './BackupsPage.module.css'

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

/** Options for automatic backups and backup storage, initially collapsed. */
function BackupOptions() {
  const [isOpen, setOpen] = useState(false)
  const { settings, query } = useFreshSettings(isOpen)
  return (
    <section className={styles.options}>
      <Button variant="quiet" icon={isOpen ? ChevronDown : ChevronRight} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Backups options
      </Button>
      {isOpen && (settings ? <BackupOptionsForm settings={settings} /> : <QueryNotice query={query} noun="settings" />)}
    </section>
  )
}
