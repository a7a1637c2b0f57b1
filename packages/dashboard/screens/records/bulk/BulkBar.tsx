import type { Collection } from '@coffer/schema'
import { Button, IconButton, useToasts } from '@coffer/ui'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../queries/connection/failure.ts'
import { SelectionBar } from '../../../table/SelectionBar.tsx'
import type { Selection } from '../page/useSelection.ts'
import { downloadRecords } from './downloadRecords.ts'
import { useBulkDelete } from './useBulkDelete.tsx'

interface BulkBarProps {
  collection: Collection
  selection: Selection
  /** How many records the list finds, as far as they are counted. */
  total: number | undefined
  onDeleted: () => Promise<void>
}

/** What can be done with the selected records. */
export function BulkBar({ collection, selection, total = 0, onDeleted }: BulkBarProps) {
  const [busy, setBusy] = useState<'finding' | 'downloading'>()
  const toasts = useToasts()
  const askToDelete = useBulkDelete(collection, selection, onDeleted)
  const { ids } = selection

  const work = async (kind: typeof busy, act: () => Promise<void>) => {
    setBusy(kind)
    try {
      await act()
    } catch (error) {
      toasts.error(messageOf(error))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <SelectionBar count={ids.length} nouns={['record', 'records']} onReset={() => selection.change(new Set())}>
      {selection.isAllLoaded && total > ids.length && (
        <Button size="small" loading={busy === 'finding'} onClick={() => void work('finding', selection.selectFound)}>
          Select all {total}
        </Button>
      )}
      <IconButton
        size="small"
        label="Download as JSON"
        icon={Download}
        loading={busy === 'downloading'}
        onClick={() => void work('downloading', () => downloadRecords(collection, ids))}
      />
      <Button size="small" variant="danger" icon={Trash2} onClick={askToDelete}>
        Delete selected
      </Button>
    </SelectionBar>
  )
}
