import { boolView } from './bool/view.ts'
import { dateView } from './date/view.ts'
import { editorView } from './editor/view.ts'
import { emailView } from './email/view.ts'
import { fileView } from './file/view.ts'
import { jsonView } from './json/view.ts'
import { numberView } from './number/view.ts'
import { relationView } from './relation/view.ts'
import { selectView } from './select/view.ts'
import { textView } from './text/view.ts'
import { urlView } from './url/view.ts'
import type { FieldViews } from './viewContract.ts'

export type { RecordJson } from './RecordJson.ts'
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

/** The cells of every type. */
export const fieldViews: FieldViews = {
  text: textView,
  editor: editorView,
  number: numberView,
  bool: boolView,
  email: emailView,
  url: urlView,
  date: dateView,
  select: selectView,
  file: fileView,
  relation: relationView,
  json: jsonView,
}
