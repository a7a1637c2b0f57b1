import type { FieldOptionsView } from '../optionsContract.ts'
import { domainOptions } from './options.ts'
import { Settings } from './Settings.tsx'

/** Of fields that hold an address at a domain. */
export const domainOptionsView: FieldOptionsView = {
  initial: domainOptions.parse({}),
  demand: { word: 'Nonempty', refused: '""' },
  Settings,
}
