import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { useState } from 'react'
import { useAddressChange } from '../../../shell/address/useAddressChange.ts'
import { useLoaded } from '../../../shell/loading/useLoaded.ts'
import type { Selection } from '../page/useSelection.ts'
import { BulkBar } from './BulkBar.tsx'
import { type BulkFailures, describeFailures } from './describeFailures.ts'

interface BulkActionsProps {
  collection: Collection
  selection: Selection
  /** Number of records that match the filter; undefined until they are counted. */
  total: number | undefined
  context: ViewContext
  /** Reloads the list after records were changed or deleted. */
  refresh: () => Promise<void>
}

/** The bulk bar with its editor and its failure dialog. */
export function BulkActions({ collection, selection, total, context, refresh }: BulkActionsProps) {
  const [edit, setEdit] = useState({ opening: 0, isOpen: false, ids: [] as string[] })
  const [failures, setFailures] = useState<BulkFailures>()
  const [isFailureOpen, setFailureOpen] = useState(false)
  const closeEditor = () => setEdit(last => ({ ...last, isOpen: false }))
  useAddressChange(() => {
    closeEditor()
    setFailureOpen(false)
  })
  const editor = useLoaded(() => import('./edit/BulkEditor.tsx'), edit.isOpen, closeEditor)
  const dialog = useLoaded(
    () => import('./FailureDialog.tsx'),
    isFailureOpen,
    () => setFailureOpen(false),
  )

  return (
    <>
      {selection.ids.length > 0 && (
        <BulkBar
          collection={collection}
          selection={selection}
          total={total}
          onEdit={() => setEdit(last => ({ opening: last.opening + 1, isOpen: true, ids: selection.ids }))}
          onDeleted={refresh}
          onFailed={async failed => {
            const described = await describeFailures(collection.id, failed, context)
            setFailures(described)
            setFailureOpen(described !== undefined)
          }}
        />
      )}
      {editor && (
        <editor.BulkEditor
          key={edit.opening}
          open={edit.isOpen}
          ids={edit.ids}
          collection={collection}
          context={context}
          onSelect={ids => selection.change(new Set(ids))}
          onChanged={refresh}
          onClose={closeEditor}
        />
      )}
      {dialog && failures && (
        <dialog.FailureDialog open={isFailureOpen} failures={failures} context={context} onClose={() => setFailureOpen(false)} />
      )}
    </>
  )
}
