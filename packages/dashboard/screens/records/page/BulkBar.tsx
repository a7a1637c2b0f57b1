import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button, useConfirm, useToasts } from '@coffer/ui'
import type { RowSelectionState } from '@tanstack/react-table'
import { Trash2 } from 'lucide-react'
import { messageOf } from '../../../queries/failure.ts'
import { deleteRecord } from '../../../queries/records.ts'
import { SelectionBar } from '../../../table/SelectionBar.tsx'
import { inTurn } from './inTurn.ts'

interface BulkBarProps {
  collection: Collection
  selected: readonly RecordJson[]
  onSelectionChange: (selection: RowSelectionState) => void
  onDeleted: () => Promise<void>
}

/** What can be done with the selected records. */
export function BulkBar({ collection, selected, onSelectionChange, onDeleted }: BulkBarProps) {
  const confirm = useConfirm()
  const toasts = useToasts()
  const isOne = selected.length === 1
  const records = isOne ? 'record' : 'records'

  const deleteSelected = async () => {
    const { done, failed } = await inTurn(
      selected.map(({ id }) => id),
      id => deleteRecord(collection.id, id),
    )
    onSelectionChange(Object.fromEntries(failed.map(({ item }) => [item, true as const])))
    await onDeleted()
    const [first] = failed
    if (first === undefined) toasts.success(`Successfully deleted the selected ${records}.`)
    else toasts.error(`Deleted ${done.length} of ${selected.length} records; the others stay selected. ${messageOf(first.error)}`)
  }

  return (
    <SelectionBar count={selected.length} nouns={['record', 'records']} onReset={() => onSelectionChange({})}>
      <Button
        size="small"
        variant="danger"
        icon={Trash2}
        onClick={() =>
          void confirm({
            text: `Do you really want to delete the selected ${records}?`,
            yes: isOne ? 'Delete record' : `Delete ${selected.length} records`,
            danger: true,
            action: deleteSelected,
          })
        }
      >
        Delete selected
      </Button>
    </SelectionBar>
  )
}
