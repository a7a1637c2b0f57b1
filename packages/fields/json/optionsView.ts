import type { FieldOptionsView } from '../optionsContract.ts'
import { defaultMaxSize } from './options.ts'
import { Settings } from './Settings.tsx'

export const jsonOptionsView: FieldOptionsView = {
  initial: { maxSize: defaultMaxSize },
  demand: { word: 'Nonempty', refused: 'null, "", [] or {}' },
  Settings,
}
