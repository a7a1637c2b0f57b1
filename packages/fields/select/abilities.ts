import type { FieldAbilities } from '../contract.ts'
import { listModifiers } from '../list/listModifiers.ts'
import type { SelectOptions } from './options.ts'

export function isMultiple({ maxSelect }: SelectOptions) {
  return maxSelect > 1
}

export const abilities: FieldAbilities<SelectOptions> = {
  holdsTexts: isMultiple,
  choices: ({ values }) => values ?? [],
  modifiers: options =>
    isMultiple(options)
      ? listModifiers(options, { ...options, maxSelect: Math.max(options.maxSelect, options.values?.length ?? 0) })
      : [],
}
