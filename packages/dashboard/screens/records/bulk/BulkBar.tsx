import type { Collection } from '@coffer/schema'
import { Button, IconButton } from '@coffer/ui'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastTextOf } from '../../../queries/connection/failure.ts'
import { fetchRecordsByIds } from '../../../queries/records/recordsByIds.ts'
import { downloadText } from '../../../shell/files/downloadText.ts'
import { useFailureToast } from '../../../shell/form/useFailureToast.ts'
import { BarLabel, SelectionBar } from '../../../table/SelectionBar.tsx'
import type { Selection } from '../page/useSelection.ts'
import type { BatchOutcome } from './runBatch.ts'
import { useBulkDelete } from './useBulkDelete.tsx'

/** Number of ids per lookup request. */
const idsPerRequest = 100

/** Downloads records as a JSON file, with all fields and in the order of the ids. */
async function downloadRecords({ id, name }: Collection, ids: readonly string[]): Promise<void> {
  const found = await fetchRecordsByIds({ collectionId: id, expand: '', fields: '*' }, ids, idsPerRequest)
  const byId = new Map(found.map(record => [record.id, record]))
  const records = ids.flatMap(wanted => byId.get(wanted) ?? [])
  const fileName = ids.length === 1 ? `${name}_${ids[0]}.json` : `${name}_${records.length}_records.json`
  downloadText(fileName, JSON.stringify(ids.length === 1 ? records[0] : records, null, 2), 'application/json')
}

interface BulkBarProps {
  collection: Collection
  selection: Selection
  /** Number of records that match the filter; undefined until they are counted. */
  total: number | undefined
  onEdit: () => void
  onDeleted: () => Promise<void>
  /** Called with the records that could not be deleted. */
  onFailed: (failed: BatchOutcome<string>['failed']) => Promise<void>
}

/** The actions for the selected records. */
export function BulkBar({ collection, selection, total = 0, onEdit, onDeleted, onFailed }: BulkBarProps) {
  const [busy, setBusy] = useState<'finding' | 'downloading'>()
  const failure = useFailureToast()
  const askToDelete = useBulkDelete({ collection, selection, onDeleted, onFailed })
  const { ids } = selection
  const canWrite = collection.type !== 'view'

  const work = async (kind: typeof busy, act: () => Promise<void>) => {
    failure.clear()
    setBusy(kind)
    try {
      await act()
    } catch (error) {
      failure.show(toastTextOf(error))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <SelectionBar count={ids.length} nouns={['record', 'records']} onReset={() => selection.change(new Set())}>
      {selection.isAllLoaded && total > ids.length && (
        <Button size="small" loading={busy === 'finding'} onClick={() => void work('finding', selection.selectFound)}>
          <span>
            <BarLabel>Select </BarLabel>all {total}
          </span>
        </Button>
      )}
      {canWrite && (
        <Button size="small" icon={Pencil} onClick={onEdit}>
          <BarLabel>Edit selected</BarLabel>
        </Button>
      )}
      <IconButton
        size="small"
        label="Download as JSON"
        icon={Download}
        loading={busy === 'downloading'}
        onClick={() => void work('downloading', () => downloadRecords(collection, ids))}
      />
      {canWrite && (
        <Button size="small" variant="danger" icon={Trash2} onClick={askToDelete}>
          <BarLabel>Delete selected</BarLabel>
        </Button>
      )}
    </SelectionBar>
  )
}
