import { Chip } from '@coffer/ui'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { ItemList } from '../cells/ItemList.tsx'
import { listTexts } from '../list/listTexts.ts'
import type { CellProps } from '../viewContract.ts'

const compactLimit = 20

export function Cell({ value, compact }: CellProps) {
  const choices = listTexts(value)
  if (choices.length === 0) return <EmptyValue />
  return (
    <ItemList items={choices} compact={compact} limit={compact ? compactLimit : choices.length}>
      {choice => <Chip key={choice}>{choice}</Chip>}
    </ItemList>
  )
}
