import type { FieldOptionsView } from '../optionsContract.ts'
import { defaultMaxSize } from './options.ts'
import { Settings } from './Settings.tsx'

export const optionsView: FieldOptionsView = {
  initial: { maxSize: defaultMaxSize },
  required: { label: 'Nonempty', rejected: 'null, "", [] or {}' },
  Settings,
}
