import type { FieldOptionsView } from '../optionsContract.ts'

export const optionsView: FieldOptionsView = {
  initial: {},
  required: { label: 'Nonfalsey', rejected: 'false' },
}
