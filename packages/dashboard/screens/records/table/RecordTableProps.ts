import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import type { Dispatch, SetStateAction } from 'react'
import type { SortKey } from '../../../table/sort.ts'
import type { RecordColumn } from '../columns/columns.ts'
import type { RecordList } from '../list/useRecordList.ts'

export interface RecordTableProps {
  collection: Collection
  columns: readonly RecordColumn[]
  hidden: readonly string[]
  onHiddenChange: (hidden: string[]) => void
  list: RecordList
  sort: readonly SortKey[]
  onSort: (name: string) => void
  /** Ids of the selected records. */
  selection: ReadonlySet<string>
  onSelectionChange: Dispatch<SetStateAction<ReadonlySet<string>>>
  /** The record whose panel is open. */
  currentId: string | undefined
  onOpen: (id: string) => void
  /** A row is about to be opened: the time to fetch the panel. */
  onApproach: () => void
  /** Absent while no filter is applied. */
  onClearFilter: (() => void) | undefined
  /** Absent where records cannot be made. */
  onNew: (() => void) | undefined
  context: ViewContext
}
