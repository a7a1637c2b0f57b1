import type { FieldOptionsView } from '../optionsContract.ts'
import { Inline } from './Inline.tsx'
import { Settings } from './Settings.tsx'
import { Switches } from './Switches.tsx'

export const fileOptionsView: FieldOptionsView = {
  initial: { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5_242_880, protected: false },
  demand: { word: 'Nonempty', refused: '"" or []' },
  Inline,
  Settings,
  Switches,
}
