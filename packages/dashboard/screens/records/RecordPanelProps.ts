import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'

export interface RecordPanelProps {
  collection: Collection
  collections: readonly Collection[]
  /** The record that the address names, `new`, or none. */
  recordId: string | undefined
  /** What a new record starts as a copy of. */
  duplicated: RecordJson | undefined
  context: ViewContext
  onClose: (options?: { isSafe: boolean }) => void
  onReplace: (id: string) => void
  onDuplicate: (record: RecordJson) => void
  onChanged: () => Promise<void>
}
