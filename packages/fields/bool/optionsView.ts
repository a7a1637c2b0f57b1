import type { FieldOptionsView } from '../optionsContract.ts'

export const boolOptionsView: FieldOptionsView = {
  initial: {},
  required: { label: 'Nonfalsey', rejected: 'false' },
}
