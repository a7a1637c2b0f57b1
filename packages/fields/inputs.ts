import { Input as BoolInput } from './bool/Input.tsx'
import { Input as DateInput } from './date/Input.tsx'
import { Input as EditorInput } from './editor/Input.tsx'
import { Input as EmailInput } from './email/Input.tsx'
import { Input as FileInput } from './file/Input.tsx'
import { Input as JsonInput } from './json/Input.tsx'
import { Input as NumberInput } from './number/Input.tsx'
import { Input as RelationInput } from './relation/Input.tsx'
import { Input as SelectInput } from './select/Input.tsx'
import { Input as TextInput } from './text/Input.tsx'
import { Input as UrlInput } from './url/Input.tsx'
import type { FieldInputs } from './viewContract.ts'

export { loadRichTextEditor } from './editor/useRichTextEditor.tsx'

/** The inputs of every type. They are much larger than the cells, so they are loaded with the first form. */
export const fieldInputs: FieldInputs = {
  text: TextInput,
  editor: EditorInput,
  number: NumberInput,
  bool: BoolInput,
  email: EmailInput,
  url: UrlInput,
  date: DateInput,
  select: SelectInput,
  file: FileInput,
  relation: RelationInput,
  json: JsonInput,
}
