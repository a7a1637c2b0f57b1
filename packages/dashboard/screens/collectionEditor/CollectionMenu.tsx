import { type Collection, findLostNames } from '@coffer/schema'
import { IconButton, Menu, useConfirm, useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { CopyPlus, Ellipsis, Eraser, Trash2 } from 'lucide-react'
import { affectedRecordsQuery } from '../../queries/collections/affectedRecords.ts'
import { publishCollectionChange } from '../../queries/collections/collectionChanges.ts'
import { collectionsQuery, deleteCollection } from '../../queries/collections/collections.ts'
import { withReadableError } from '../../queries/connection/failure.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import { LostNames } from './LostNames.tsx'
import { useTruncate } from './useTruncate.ts'

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
    const affected = await queryClient.fetchQuery(affectedRecordsQuery(id, [])).catch(() => undefined)
    const collections = await queryClient.fetchQuery(collectionsQuery).catch(() => [])
    const remaining = collections.filter(other => other.id !== id)
    const lostNames = findLostNames(collections, remaining)
    const isGone = await confirm({
      text: `Do you really want to delete collection "${name}" and all its records?`,
      details: (
        <>
          {type !== 'view' && describeLoss(affected?.total)}
          {lostNames.length > 0 && <LostNames names={lostNames} />}
        </>
      ),
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

function describeLoss(total: number | undefined): string {
  if (total === undefined) return "Couldn't count its records."
  if (total === 0) return 'It has no records.'
  return `${countInWords(total)} and their files are deleted permanently.`
}
