import { fieldType } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { isUniqueColumn } from '../../query/indexes/columnIndexes.ts'

/** A relation that can be expanded. */
export interface ExpandProperty {
  /** The name of a relation field, or `comments_via_post` for the records that refer to this one. */
  name: string
  target: Collection
  isMultiple: boolean
}

/** Returns the relations of a collection's records, and those by which other records refer to them. */
export function expandProperties(collection: Collection, collections: readonly Collection[]): ExpandProperty[] {
  const forward = collection.schema.flatMap((field): ExpandProperty[] => {
    const targetId = fieldType(field).refersTo?.(field.options)
    const target = collections.find(({ id }) => id === targetId)
    return target ? [{ name: field.name, target, isMultiple: fieldType(field).isMultiple(field.options) }] : []
  })
  const back = collections.flatMap(source =>
    source.schema.flatMap((field): ExpandProperty[] => {
      if (fieldType(field).refersTo?.(field.options) !== collection.id) return []
      const isMultiple = fieldType(field).isMultiple(field.options) || isUniqueColumn(source, field.name) === false
      return [{ name: `${source.name}_via_${field.name}`, target: source, isMultiple }]
    }),
  )
  return [...forward, ...back]
}
