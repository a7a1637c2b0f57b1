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
  /** Id of the record in the open panel. */
  currentId: string | undefined
  onOpen: (id: string) => void
  /** Called when a row is likely to be opened soon, to preload the panel. */
  onApproach: () => void
  /** Undefined if no filter is applied. */
  onClearFilter: (() => void) | undefined
  /** Undefined if records cannot be created. */
  onNew: (() => void) | undefined
  context: ViewContext
}
