import type { FieldOptionsView } from '../optionsContract.ts'
import { Settings } from './Settings.tsx'

export const jsonOptionsView: FieldOptionsView = {
  initial: { maxSize: 2_000_000 },
  demand: { word: 'Nonempty', refused: 'null, "", [] or {}' },
  Settings,
}
