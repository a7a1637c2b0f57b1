import type { Collection } from '@coffer/schema'
import { Button, IconButton } from '@coffer/ui'
import { Plus, RefreshCw } from 'lucide-react'
import { PageHeader } from '../../shell/PageHeader.tsx'

interface RecordsHeaderProps {
  collection: Collection
  isRefreshing: boolean
  onRefresh: () => void
  /** Absent where records cannot be made. */
  onNew: (() => void) | undefined
}

/** Which collection it is, and what can be done with its records. */
export function RecordsHeader({ collection, isRefreshing, onRefresh, onNew }: RecordsHeaderProps) {
  return (
    <PageHeader
      section="Collections"
      title={collection.name}
      sidebarLabel="Collections list"
      primary={
        onNew && (
          <Button variant="primary" icon={Plus} onClick={onNew}>
            New record
          </Button>
        )
      }
    >
      <IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isRefreshing} onClick={onRefresh} />
    </PageHeader>
  )
}
