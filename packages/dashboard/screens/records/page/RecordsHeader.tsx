import type { Collection } from '@coffer/schema'
import { Button, IconButton, phone, useMedia, useShortcut } from '@coffer/ui'
import { CodeXml, Plus, RefreshCw, Settings2 } from 'lucide-react'
import { useCollectionPanels } from '../../../shell/collections/CollectionPanelsContext.ts'
import { PageHeader } from '../../../shell/page/PageHeader.tsx'

interface RecordsHeaderProps {
  collection: Collection
  isRefreshing: boolean
  onRefresh: () => void
  /** Undefined if records cannot be created. */
  onNew: (() => void) | undefined
}

/** The page header: the collection's name and its actions. */
export function RecordsHeader({ collection, isRefreshing, onRefresh, onNew }: RecordsHeaderProps) {
  const { canEdit, open, preload } = useCollectionPanels()
  const isPhone = useMedia(phone)
  const api = { onPointerEnter: () => preload('api'), onFocus: () => preload('api'), onClick: () => open('api') }
  useShortcut('e', () => open('edit'), { enabled: canEdit })
  return (
    <PageHeader
      section="Collections"
      title={collection.name}
      sidebarLabel="Collections list"
      primary={
        <>
          {!isPhone && (
            <Button icon={CodeXml} {...api}>
              API preview
            </Button>
          )}
          {onNew && (
            <Button variant="primary" icon={Plus} aria-label="New record" onClick={onNew}>
              {isPhone ? 'New' : 'New record'}
            </Button>
          )}
        </>
      }
    >
      {canEdit && (
        <IconButton
          label="Edit collection"
          icon={Settings2}
          side="bottom"
          onPointerEnter={() => preload('edit')}
          onFocus={() => preload('edit')}
          onClick={() => open('edit')}
        />
      )}
      <IconButton label="Refresh" icon={RefreshCw} side="bottom" loading={isRefreshing} onClick={onRefresh} />
      {isPhone && <IconButton label="API preview" icon={CodeXml} side="bottom" {...api} />}
    </PageHeader>
  )
}
