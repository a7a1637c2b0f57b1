import type { FieldAbilities } from '../contract.ts'
import type { RelationOptions } from './options.ts'

export const isMultiple = ({ maxSelect }: RelationOptions) => maxSelect === null || maxSelect > 1

export const relationAbilities: FieldAbilities<RelationOptions> = {
  refersTo: ({ collectionId }) => collectionId,
  holdsTexts: isMultiple,
  cascadesDelete: ({ cascadeDelete }) => cascadeDelete,
}
