import { type Field, fieldTypes } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { isSame } from './definitionOf.ts'

const flags = ['system', 'required', 'presentable', 'unique', 'hidden'] as const

/** Returns the keys of an object whose values differ from the values in another one. */
function differing(values: object, others: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !isSame(value, others[key as never])))
}

/** Returns a field as a migration prints it, without what has its default. */
export function fieldDefinition({ id, name, type, options, ...field }: Field): Record<string, unknown> {
  const changed = differing(options, fieldTypes[type].options.parse({}))
  return {
    id,
    name,
    type,
    ...Object.fromEntries(flags.flatMap(flag => (field[flag] ? [[flag, true]] : []))),
    ...(Object.keys(changed).length > 0 && { options: changed }),
  }
}

/** Returns what has changed in a field, with its id and name; undefined if nothing has. */
function fieldChange(before: Field, after: Field): Record<string, unknown> | undefined {
  // A stored field stays hidden while `hidden` is left out.
  const comparable = (field: Field) => ({ hidden: false, ...field, options: undefined })
  const changed = differing(comparable(after), comparable(before))
  const changedOptions = differing(after.options, before.options)
  const hasOptions = Object.keys(changedOptions).length > 0
  if (Object.keys(changed).length === 0 && !hasOptions) return undefined
  return { id: after.id, name: after.name, ...changed, ...(hasOptions && { options: changedOptions }) }
}

/** Returns the parts of `CollectionChanges` that change the fields of a collection. */
export function fieldChanges(before: Collection, after: Collection): Record<string, unknown> {
  if (after.type === 'view') return {}
  const former = new Map(before.schema.map(field => [field.id, field]))
  // A field with another type is a new one.
  const isKept = (field: Field) => former.get(field.id)?.type === field.type
  const kept = before.schema.filter(({ id, type }) => after.schema.some(field => field.id === id && field.type === type))
  const added = after.schema.filter(field => !isKept(field))
  const removed = before.schema.filter(field => !kept.includes(field))
  const changed = after.schema.filter(isKept).flatMap(field => fieldChange(former.get(field.id) as Field, field) ?? [])
  const result = [...kept, ...added].map(({ id }) => id)
  const order = after.schema.map(({ id }) => id)
  return {
    ...(removed.length > 0 && { removeFields: removed.map(({ name }) => name) }),
    ...(changed.length > 0 && { changeFields: changed }),
    ...(added.length > 0 && { addFields: added.map(fieldDefinition) }),
    ...(!isSame(result, order) && { fieldOrder: after.schema.map(({ name }) => name) }),
  }
}
