import type { FieldOptionsView } from '../optionsContract.ts'
import { dateOptions } from './options.ts'
import { Settings } from './Settings.tsx'

export const optionsView: FieldOptionsView = {
  initial: dateOptions.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Settings,
}
