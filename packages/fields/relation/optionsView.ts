import type { FieldOptionsView } from '../optionsContract.ts'
import { Inline } from './Inline.tsx'
import { relationOptions } from './options.ts'
import { Settings } from './Settings.tsx'
import { toSingle } from './several.ts'

export const optionsView: FieldOptionsView = {
  initial: { ...relationOptions.parse({}), ...toSingle },
  required: { label: 'Nonempty', rejected: '"" or []' },
  Inline,
  Settings,
}
