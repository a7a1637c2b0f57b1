import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Field, FieldTypeName } from './contract.ts'
import type { RecordJson } from './RecordJson.ts'

/** A presentable file of a record. */
export interface RecordFile {
  name: string
  /** The URL of a thumbnail; absent while the file token is being requested. */
  address: string | undefined
}

/** A stored file. */
export interface StoredFile {
  field: Field
  record: RecordJson
  filename: string
}

/** The environment of views. It keeps them independent of routes and the API client. */
export interface ViewContext {
  /** The URL of a file; absent while the file token is being requested. */
  fileUrl: (
    field: Field,
    record: RecordJson,
    filename: string,
    options?: { thumb?: string; download?: boolean },
  ) => string | undefined
  /** Opens a preview on top: a stored file together with all files of its record, a new file alone. */
  previewFile: (file: StoredFile | File) => void
  /** Returns the display text of a record, from its presentable fields. */
  recordLabel: (record: RecordJson) => string
  /** Returns the presentable files of a record. */
  recordFiles: (record: RecordJson) => RecordFile[]
  /** Finds a collection by id; undefined if it no longer exists. */
  collection: (id: string) => { name: string; isReadOnly: boolean } | undefined
  /** Loads records by id, in no particular order. Missing records are left out, and editor fields are excerpts. */
  loadRecords: (collectionId: string, ids: readonly string[], signal: AbortSignal) => Promise<RecordJson[]>
  /** Calls the listener when a record was saved or deleted in a panel on top. Returns a function to unsubscribe. */
  watchRecords: (listener: (event: RecordEvent) => void) => () => void
  /** Opens a picker for the records of a collection on top. */
  RecordPicker: ComponentType<RecordPickerProps>
  /** Opens a record in a panel on top. */
  NestedRecord: ComponentType<NestedRecordProps>
  /** Opens a picker for the images of a record on top. */
  ImagePicker: ComponentType<ImagePickerProps>
}

export type RecordEvent = { kind: 'saved'; record: RecordJson } | { kind: 'deleted'; collectionId: string; id: string }

export interface RecordPickerProps {
  open: boolean
  collectionId: string
  /** Ids of the chosen records. */
  chosen: readonly string[]
  /** Maximum number of records; Infinity without a limit. */
  limit: number
  onChoose: (records: RecordJson[]) => void
  onClose: () => void
}

/** An image of a rich text. */
interface PickedImage {
  src: string
  alt: string
}

export interface ImagePickerProps {
  open: boolean
  onPick: (image: PickedImage) => void
  onClose: () => void
  /** Restores focus after closing. Returns whether it did. */
  takeFocus: () => boolean
}

export interface NestedRecordProps {
  collectionId: string
  /** An id, `new` for a new record, or undefined while the panel is closed. */
  recordId: string | undefined
  /** Called when the record was saved. The panel can stay open. */
  onSaved?: ((record: RecordJson) => void) | undefined
  onClose: () => void
}

export interface CellProps {
  field: Field
  value: unknown
  record: RecordJson
  context: ViewContext
  /** Whether the cell is in a table row (fewer chips, one line) instead of a panel. */
  compact: boolean
  /** The tabindex of focusable elements in the cell; -1 in rows that Tab skips. */
  tabIndex?: number | undefined
}

export interface InputProps {
  field: Field
  /**
   * The draft value in the shape of the API's JSON. A file field contains names of stored files and new `File` objects: one of them
   * or '' for a single file, otherwise a list. A json field with a syntax error contains a `MalformedJson`, which its rules reject.
   * An invalid typed date or number stays text.
   */
  value: unknown
  /** The stored record; absent for a new one. */
  record: RecordJson | undefined
  context: ViewContext
  error: string | undefined
  onChange: (value: unknown) => void
  /**
   * Corrects a value that cannot be saved. The correction is saved with the next save, but does not count as a change by the user,
   * so closing the panel does not ask about it.
   */
  onRepair: (value: unknown) => void
}

export interface FieldView {
  icon: LucideIcon
  Cell: ComponentType<CellProps>
  /** Default column width in pixels. Users can resize every column. */
  columnWidth: number
  /** Share, relative to those of other columns, of the width that a table has left. Absent where values never need more. */
  growth?: number
  /**
   * Returns the number of characters that the cell shows on one line. The column is at least as wide as its values, if there is room.
   * Absent for cells that do not only show text.
   */
  charactersOf?: (value: unknown) => number
}

export type FieldViews = Record<FieldTypeName, FieldView>

export type FieldInputs = Record<FieldTypeName, ComponentType<InputProps>>
