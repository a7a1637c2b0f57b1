import type { FieldOptionsView } from '../optionsContract.ts'
import { domainOptions } from './options.ts'
import { Settings } from './Settings.tsx'

/** The options view of field types whose values contain a domain. */
export const domainOptionsView: FieldOptionsView = {
  initial: domainOptions.parse({}),
  required: { label: 'Nonempty', rejected: '""' },
  Settings,
}
