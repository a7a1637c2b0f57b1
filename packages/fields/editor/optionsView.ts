import type { FieldOptionsView } from '../optionsContract.ts'
import { editorField } from './field.ts'
import { Switches } from './Switches.tsx'

export const editorOptionsView: FieldOptionsView = {
  initial: editorField.options.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Switches,
}
