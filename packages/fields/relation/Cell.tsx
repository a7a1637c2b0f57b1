import { Chip } from '@coffer/ui'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { ItemList } from '../cells/ItemList.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { CellProps } from '../viewContract.ts'
import { RecordChip } from './RecordLine.tsx'
import { relatedRecords } from './relatedRecords.ts'

const compactLimit = 20
const limit = 500

export function Cell({ field, value, record, context, compact }: CellProps) {
  const ids = listTexts(value)
  if (ids.length === 0) return <EmptyValue />
  const related = relatedRecords(record, field.name)
  const chipOf = (id: string) => {
    const target = related.get(id)
    if (target) return <RecordChip key={id} record={target} context={context} />
    return (
      <Chip key={id} mono>
        {id}
      </Chip>
    )
  }
  return (
    <ItemList items={ids} compact={compact} limit={compact ? compactLimit : limit}>
      {chipOf}
    </ItemList>
  )
}
