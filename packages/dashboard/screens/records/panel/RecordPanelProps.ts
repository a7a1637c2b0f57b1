import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import type { ReactNode } from 'react'

type RecordChange = { kind: 'saved'; record: RecordJson } | { kind: 'deleted'; id: string }

export interface RecordPanelProps {
  collection: Collection
  collections: readonly Collection[]
  /** Id of the record, `new`, or undefined while the panel is closed. */
  recordId: string | undefined
  /** The original, if a new record is a copy. */
  duplicated: RecordJson | undefined
  /** Number of panels below this one. At 0, the record is part of the address, so a navigation blocker guards unsaved changes. */
  nesting: number
  context: ViewContext
  /** Buttons in the header for the previous and the next record. */
  neighbors?: ReactNode
  onClose: (options?: { isSafe: boolean }) => void
  onReplace: (id: string) => void
  onDuplicate: (record: RecordJson) => void
  onChanged: (change: RecordChange) => Promise<void>
}
