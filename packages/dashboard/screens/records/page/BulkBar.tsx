import type { Collection } from '@coffer/schema'
import { Button, IconButton, useConfirm, useToasts } from '@coffer/ui'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { messageOf, statusOf } from '../../../queries/failure.ts'
import { deleteRecord } from '../../../queries/records.ts'
import { SelectionBar } from '../../../table/SelectionBar.tsx'
import { BulkProgress } from './BulkProgress.tsx'
import { downloadRecords } from './downloadRecords.ts'
import { inTurn } from './inTurn.ts'
import type { Selection } from './useSelection.ts'

interface BulkBarProps {
  collection: Collection
  selection: Selection
  /** How many records the list finds, as far as they are counted. */
  total: number | undefined
  onDeleted: () => Promise<void>
}

/** One that somebody else has deleted is gone as well. */
const deleteAnyway = async (collectionId: string, id: string) => {
  try {
    await deleteRecord(collectionId, id)
  } catch (error) {
    if (statusOf(error) !== 404) throw error
  }
}

/** What can be done with the selected records. */
export function BulkBar({ collection, selection, total = 0, onDeleted }: BulkBarProps) {
  const [busy, setBusy] = useState<'finding' | 'downloading'>()
  const confirm = useConfirm()
  const toasts = useToasts()
  const { ids } = selection
  const isOne = ids.length === 1
  const records = isOne ? 'record' : 'records'

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

  const askToDelete = () => {
    const stop = new AbortController()
    let report = (_count: number) => {}
    const watch = (listener: typeof report) => {
      report = listener
    }
    const deleteSelected = async () => {
      report(0)
      const options = { signal: stop.signal, report: (count: number) => report(count) }
      const { done, failed } = await inTurn(ids, id => deleteAnyway(collection.id, id), options)
      const gone = new Set(done)
      selection.change(new Set(ids.filter(id => !gone.has(id))))
      await onDeleted()
      const [first] = failed
      const outcome = `Deleted ${done.length} of ${ids.length} records; the others stay selected.`
      if (first) toasts.error(`${outcome} ${messageOf(first.error)}`)
      else if (done.length < ids.length) toasts.info(outcome)
      else toasts.success(`Successfully deleted the selected ${records}.`)
    }
    void confirm({
      text: `Do you really want to delete the selected ${records}?`,
      details: !isOne && <BulkProgress total={ids.length} watch={watch} onStop={() => stop.abort()} />,
      yes: isOne ? 'Delete record' : `Delete ${ids.length} records`,
      danger: true,
      action: deleteSelected,
    })
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
