import { type Field, fieldType, type Issue, isFieldTypeName } from '@coffer/fields'
import type { FieldDraft } from '../CollectionDraft.ts'
import type { FieldStep } from './FieldStep.ts'
import type { ValidationContext } from './ValidationContext.ts'

const isKnown = (field: FieldDraft): field is Field => isFieldTypeName(field.type)

/** Returns the id of the collection that a relation field refers to; undefined for other types. */
const targetOf = (field: FieldDraft): string | undefined =>
  isKnown(field) ? fieldType(field).refersTo?.(field.options) : undefined

const relationIssue = (type: string, field: FieldDraft, { before, collections }: ValidationContext): Issue | undefined => {
  const target = targetOf(field)
  if (target === undefined) return undefined
  const stored = before?.schema.find(({ id }) => id === field.id)
  if (stored && targetOf(stored) !== target) {
    return { code: 'validation_field_relation_change', message: 'The relation collection cannot be changed.' }
  }
  const collection = collections.find(({ id }) => id === target)
  if (!collection) return { code: 'validation_field_invalid_relation', message: "The relation collection doesn't exist." }
  if (collection.type !== 'view' || type === 'view') return undefined
  return {
    code: 'validation_field_non_view_base_relation_collection',
    message: 'Non view collections are not allowed to have a view relation.',
  }
}

/** Requires that relations refer to an existing collection and never change it. Reports the first invalid relation. */
export const validateRelations: FieldStep = ({ type, schema }, context) => {
  for (const [index, field] of schema.entries()) {
    const issue = relationIssue(type, field, context)
    if (issue) return { [index]: { options: { collectionId: issue } } }
  }
  return {}
}
