import type { FieldAbilities } from '../contract.ts'
import { listModifiers } from '../list/listModifiers.ts'
import type { RelationOptions } from './options.ts'

export function isMultiple({ maxSelect }: RelationOptions) {
  return maxSelect === null || maxSelect > 1
}

export const abilities: FieldAbilities<RelationOptions> = {
  refersTo: ({ collectionId }) => collectionId,
  holdsTexts: isMultiple,
  cascadesDelete: ({ cascadeDelete }) => cascadeDelete,
  modifiers: options =>
    isMultiple(options) ? listModifiers({ ...options, minSelect: null }, { ...options, minSelect: null, maxSelect: null }) : [],
}
