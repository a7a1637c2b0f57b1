import { Button } from '@coffer/ui'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useFreshSettings } from '../form/useFreshSettings.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'
import styles from './BackupOptions.module.css'
import { BackupOptionsForm } from './BackupOptionsForm.tsx'

/** Options for automatic backups and backup storage, initially collapsed. */
export function BackupOptions() {
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
