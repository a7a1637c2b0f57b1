import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Field, FieldTypeName } from './contract.ts'

/** A record as the API answers it. */
export interface RecordJson {
  id: string
  collectionId: string
  collectionName: string
  created?: string
  updated?: string
  expand?: Record<string, RecordJson | RecordJson[]>
  [field: string]: unknown
}

/** What a view may ask of the page around it, so that views know neither routes nor the client. */
export interface ViewContext {
  /** Absent while the token that opens the field's files is on its way. */
  fileUrl: (field: Field, record: RecordJson, filename: string, options?: { thumb?: string }) => string | undefined
  /** The text that stands for a record, from its presentable fields. */
  recordLabel: (record: RecordJson) => string
}

export interface CellProps {
  field: Field
  value: unknown
  record: RecordJson
  context: ViewContext
  /** In a table row (fewer chips, one line) rather than in a panel. */
  compact: boolean
}

export interface InputProps {
  field: Field
  /**
   * Value of the draft, in the shape of the API's JSON. A file field holds names of stored files and, beside them, new `File`
   * objects: one of either or '' where it takes a single file, else a list. A json field whose text does not parse holds a
   * `MalformedJson`, which its rules refuse.
   */
  value: unknown
  /** The stored record, absent while one is created. */
  record: RecordJson | undefined
  context: ViewContext
  error: string | undefined
  onChange: (value: unknown) => void
}

export interface FieldView {
  icon: LucideIcon
  Cell: ComponentType<CellProps>
  Input: ComponentType<InputProps>
}

export type FieldViews = Record<FieldTypeName, FieldView>
