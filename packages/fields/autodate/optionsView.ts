import type { FieldOptionsView } from '../optionsContract.ts'
import { Inline } from './Inline.tsx'

export const optionsView: FieldOptionsView = {
  initial: { onCreate: true, onUpdate: false },
  Inline,
}
