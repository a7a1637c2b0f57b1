import type { Collection } from '@coffer/schema'
import { IconButton, Menu, useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CopyPlus, Ellipsis, Eraser, Trash2 } from 'lucide-react'
import { publishCollectionChange } from '../../queries/collections/collectionChanges.ts'
import { deleteCollection } from '../../queries/collections/collections.ts'
import { withReadableError } from '../../queries/connection/failure.ts'
import { CollectionLoss } from './CollectionLoss.tsx'
import { useTruncate } from './useTruncate.tsx'

interface CollectionMenuProps {
  collection: Collection
  onDuplicate: () => void
  /** Navigates away from the collection. Called before it is removed from the cached lists. */
  onDeleted: () => Promise<void> | void
}

/** Menu of a stored collection: duplicate, truncate, delete. */
export function CollectionMenu({ collection, onDuplicate, onDeleted }: CollectionMenuProps) {
  const confirm = useConfirm()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const truncate = useTruncate()
  const { id, name, type } = collection

  const remove = async () => {
    const isGone = await confirm({
      text: `Do you really want to delete collection "${name}" and all its records?`,
      details: <CollectionLoss collection={collection} />,
      yes: 'Delete collection',
      danger: true,
      typedName: name,
      action: () => withReadableError(deleteCollection(id)),
    })
    if (!isGone) return
    toasts.success(`Successfully deleted collection "${name}".`)
    await onDeleted()
    publishCollectionChange(queryClient, { kind: 'deleted', id })
  }

  return (
    <Menu
      align="end"
      trigger={<IconButton label="More" icon={Ellipsis} side="bottom" />}
      items={[
        { label: 'Duplicate', icon: CopyPlus, onSelect: onDuplicate },
        { kind: 'separator' },
        ...(type === 'view'
          ? []
          : [{ label: 'Truncate', icon: Eraser, danger: true, onSelect: () => void truncate(collection) }]),
        { label: 'Delete', icon: Trash2, danger: true, onSelect: () => void remove() },
      ]}
    />
  )
}
