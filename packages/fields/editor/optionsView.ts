import type { FieldOptionsView } from '../optionsContract.ts'
import { field } from './field.ts'
import { Settings } from './Settings.tsx'
import { Switches } from './Switches.tsx'

export const optionsView: FieldOptionsView = {
  initial: field.options.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Settings,
  Switches,
}
