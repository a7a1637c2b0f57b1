import type { FieldOptionsView } from '../optionsContract.ts'
import { Inline } from './Inline.tsx'
import { Settings } from './Settings.tsx'

export const optionsView: FieldOptionsView = {
  initial: { maxSelect: 1, values: [] },
  required: { label: 'Nonempty', rejected: '"" or []' },
  Inline,
  Settings,
}
