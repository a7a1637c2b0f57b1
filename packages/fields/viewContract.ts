import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Field, FieldTypeName } from './contract.ts'
import type { RecordJson } from './RecordJson.ts'

/** A file beside the text that stands for a record. */
export interface RecordFile {
  name: string
  /** Address of a small picture of it; absent while the token that opens it is on its way. */
  address: string | undefined
}

/** A file that the server holds. */
export interface StoredFile {
  field: Field
  record: RecordJson
  filename: string
}

/** What a view may ask of the page around it, so that views know neither routes nor the client. */
export interface ViewContext {
  /** Absent while the token that opens the field's files is on its way. */
  fileUrl: (
    field: Field,
    record: RecordJson,
    filename: string,
    options?: { thumb?: string; download?: boolean },
  ) => string | undefined
  /** Shows a file over whatever is open: a stored one among all files of its record, one that is about to be uploaded alone. */
  previewFile: (file: StoredFile | File) => void
  /** The text that stands for a record, from its presentable fields. */
  recordLabel: (record: RecordJson) => string
  /** The files that stand for a record beside its text, from its presentable fields. */
  recordFiles: (record: RecordJson) => RecordFile[]
  /** A collection by its id; undefined where there is none any more. */
  collection: (id: string) => { name: string; isReadOnly: boolean } | undefined
  /** The records of the ids, in no order, those without a record left out. Texts of rich fields are excerpts. */
  loadRecords: (collectionId: string, ids: readonly string[], signal: AbortSignal) => Promise<RecordJson[]>
  /** Calls the listener when a record was written or deleted in a panel over the page; returns the way to stop that. */
  watchRecords: (listener: (event: RecordEvent) => void) => () => void
  /** Lets the reader choose among the records of a collection, over whatever is open. */
  RecordPicker: ComponentType<RecordPickerProps>
  /** Shows one record in a panel of its own, over whatever is open. */
  NestedRecord: ComponentType<NestedRecordProps>
  /** Lets the reader choose an image of a record, over whatever is open. */
  ImagePicker: ComponentType<ImagePickerProps>
}

export type RecordEvent = { kind: 'saved'; record: RecordJson } | { kind: 'deleted'; collectionId: string; id: string }

export interface RecordPickerProps {
  open: boolean
  collectionId: string
  /** Ids of the records chosen so far. */
  chosen: readonly string[]
  /** How many may be chosen; Infinity where nothing limits them. */
  limit: number
  onChoose: (records: RecordJson[]) => void
  onClose: () => void
}

/** An image as a text holds it. */
interface PickedImage {
  src: string
  alt: string
}

export interface ImagePickerProps {
  open: boolean
  onPick: (image: PickedImage) => void
  onClose: () => void
  /** Takes focus once it closes, and says whether it does. */
  takeFocus: () => boolean
}

export interface NestedRecordProps {
  collectionId: string
  /** An id, `new` for one to be made, or undefined while the panel is closed. */
  recordId: string | undefined
  /** The record was written; its panel may stay open. */
  onSaved?: ((record: RecordJson) => void) | undefined
  onClose: () => void
}

export interface CellProps {
  field: Field
  value: unknown
  record: RecordJson
  context: ViewContext
  /** In a table row (fewer chips, one line) rather than in a panel. */
  compact: boolean
  /** -1 in rows that Tab passes by: for whatever in the cell takes the focus. */
  tabIndex?: number | undefined
}

export interface InputProps {
  field: Field
  /**
   * Value of the draft, in the shape of the API's JSON. A file field holds names of stored files and, beside them, new `File`
   * objects: one of either or '' where it takes a single file, else a list. A json field whose text does not parse holds a
   * `MalformedJson`, which its rules refuse. A date or a number that was typed and cannot be read stays the text that it is.
   */
  value: unknown
  /** The stored record, absent while one is created. */
  record: RecordJson | undefined
  context: ViewContext
  error: string | undefined
  onChange: (value: unknown) => void
  /**
   * Puts right a value that cannot be saved as it is, without anyone having typed: it is written with the next save, but is no
   * change that the reader would be asked about.
   */
  onRepair: (value: unknown) => void
}

export interface FieldView {
  icon: LucideIcon
  Cell: ComponentType<CellProps>
  /** Pixels that a value usually needs in a table; the reader may move every border. */
  columnWidth: number
}

export type FieldViews = Record<FieldTypeName, FieldView>

export type FieldInputs = Record<FieldTypeName, ComponentType<InputProps>>
