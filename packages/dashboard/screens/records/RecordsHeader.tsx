import type { Collection } from '@coffer/schema'
import { Button, IconButton } from '@coffer/ui'
import { Plus, RefreshCw } from 'lucide-react'
import { SidebarToggle } from '../../shell/SidebarToggle.tsx'
import styles from './RecordsHeader.module.css'

interface RecordsHeaderProps {
  collection: Collection
  isRefreshing: boolean
  onRefresh: () => void
  /** Absent where records cannot be made. */
  onNew: (() => void) | undefined
}

/** Where one is, and what can be done here. */
export function RecordsHeader({ collection, isRefreshing, onRefresh, onNew }: RecordsHeaderProps) {
  return (
    <div className={styles.header}>
      <SidebarToggle label="Collections list" />
      <h1 className={styles.title}>
        <span className={styles.section}>Collections</span>
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
        <span className={styles.name}>{collection.name}</span>
      </h1>
      <IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isRefreshing} onClick={onRefresh} />
      {onNew && (
        <Button className={styles.primary} variant="primary" icon={Plus} onClick={onNew}>
          New record
        </Button>
      )}
    </div>
  )
}
