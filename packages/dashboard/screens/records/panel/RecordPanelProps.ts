import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import type { ReactNode } from 'react'

type RecordChange = { kind: 'saved'; record: RecordJson } | { kind: 'deleted'; id: string }

export interface RecordPanelProps {
  collection: Collection
  collections: readonly Collection[]
  /** The record that the address names, `new`, or none. */
  recordId: string | undefined
  /** What a new record starts as a copy of. */
  duplicated: RecordJson | undefined
  /** How many panels it was opened from: 0 where the address names the record, which then guards unsaved changes. */
  nesting: number
  context: ViewContext
  /** In the header: what leads to the records beside it. */
  neighbours?: ReactNode
  onClose: (options?: { isSafe: boolean }) => void
  onReplace: (id: string) => void
  onDuplicate: (record: RecordJson) => void
  onChanged: (change: RecordChange) => Promise<void>
}
