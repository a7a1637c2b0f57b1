import type { FieldOptionsView } from '../optionsContract.ts'
import { numberOptions } from './options.ts'
import { Settings } from './Settings.tsx'
import { Switches } from './Switches.tsx'

export const optionsView: FieldOptionsView = {
  initial: numberOptions.parse({}),
  required: { label: 'Nonzero', rejected: '0' },
  Settings,
  Switches,
}
