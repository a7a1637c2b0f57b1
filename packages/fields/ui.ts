export type { RecordJson } from './RecordJson.ts'
export { views as fieldViews } from './registry/browser/views.ts'
export { RecordChip, RecordLine } from './relation/RecordLine.tsx'
export type {
  CellProps,
  FieldView,
  FieldViews,
  ImagePickerProps,
  InputProps,
  NestedRecordProps,
  RecordEvent,
  RecordFile,
  RecordPickerProps,
  StoredFile,
  ViewContext,
} from './viewContract.ts'
