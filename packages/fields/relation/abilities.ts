import type { FieldAbilities } from '../contract.ts'
import type { RelationOptions } from './options.ts'

export const relationAbilities: FieldAbilities<RelationOptions> = {
  refersTo: ({ collectionId }) => collectionId,
  cascadesDelete: ({ cascadeDelete }) => cascadeDelete,
}
