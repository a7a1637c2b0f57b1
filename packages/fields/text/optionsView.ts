import type { FieldOptionsView } from '../optionsContract.ts'
import { textOptions } from './options.ts'
import { Settings } from './Settings.tsx'

export const optionsView: FieldOptionsView = {
  initial: textOptions.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Settings,
}
