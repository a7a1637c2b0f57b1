import type { FieldOptionsView } from '../optionsContract.ts'

export const optionsView: FieldOptionsView = {
  initial: {},
  required: { label: 'Nonzero', rejected: '0, 0' },
}
