import type { Settings } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { settingsQuery } from '../../../queries/settings.ts'
import styles from './BackupOptions.module.css'
import { BackupOptionsForm } from './BackupOptionsForm.tsx'

/** What happens by itself; out of sight until it is asked for, and while the settings are on their way. */
export function BackupOptions() {
  const { data: settings } = useQuery({ ...settingsQuery, staleTime: 0 })
  return settings && <Section settings={settings} />
}

function Section({ settings }: { settings: Settings }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.options}>
      <Button variant="quiet" icon={isOpen ? ChevronDown : ChevronRight} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Backups options
      </Button>
      {isOpen && <BackupOptionsForm settings={settings} />}
    </section>
  )
}
