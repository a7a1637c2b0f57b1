import type { FieldOptionsView } from '../optionsContract.ts'
import { Inline } from './Inline.tsx'
import { defaultMaxSize } from './options.ts'
import { Settings } from './Settings.tsx'
import { Switches } from './Switches.tsx'

export const optionsView: FieldOptionsView = {
  initial: { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: defaultMaxSize, protected: false },
  required: { label: 'Nonempty', rejected: '"" or []' },
  Inline,
  Settings,
  Switches,
}
