import type { FieldAbilities } from '../contract.ts'
import type { SelectOptions } from './options.ts'

export const isMultiple = ({ maxSelect }: SelectOptions) => maxSelect > 1

export const selectAbilities: FieldAbilities<SelectOptions> = {
  holdsTexts: isMultiple,
  choices: ({ values }) => values ?? [],
}
