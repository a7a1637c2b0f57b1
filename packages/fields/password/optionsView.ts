import type { FieldOptionsView } from '../optionsContract.ts'
import { passwordOptions } from './options.ts'
import { Settings } from './Settings.tsx'

export const optionsView: FieldOptionsView = {
  initial: passwordOptions.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Settings,
}
