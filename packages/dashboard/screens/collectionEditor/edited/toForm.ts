import type { CollectionForm } from '@coffer/schema'
import { type EditedCollection, ruleNames, startEdit } from './EditedCollection.ts'
import { remainingIndexes, statementOf } from './indexes.ts'

/** Converts an edited collection to the body of a save, without removed fields and indexes. */
export function toForm(edited: EditedCollection): CollectionForm {
  const { name, type, fields, auth, query, stored } = edited
  const { manageRule, ...rules } = withoutBlanks(edited.rules)
  const options = { base: {}, auth: { ...auth, manageRule }, view: { query } }[type]
  return {
    name,
    type,
    ...(stored && { system: stored.system }),
    schema: type === 'view' ? [] : fields.filter(({ isRemoved }) => !isRemoved).map(({ field }) => field),
    indexes: remainingIndexes(edited).map(index => statementOf(edited, index)),
    ...rules,
    ...((stored?.ruleTests || edited.ruleTests.length > 0) && { ruleTests: edited.ruleTests }),
    options,
  }
}

/** Returns the body of a save: all keys of a new collection, or the changed keys of a stored one, so as not to revert others. */
export function changesOf(edited: EditedCollection): Partial<CollectionForm> {
  const form = toForm(edited)
  if (edited.stored === undefined) return form
  const before: Partial<Record<string, unknown>> = { ...toForm(startEdit(edited.stored)) }
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])))
}

/** Converts rules that contain only blanks to empty ones, because they look empty. */
const withoutBlanks = (rules: EditedCollection['rules']): EditedCollection['rules'] =>
  Object.assign({}, rules, ...ruleNames.filter(name => rules[name]?.trim() === '').map(name => ({ [name]: '' })))

/** Whether a save would change anything. Reverted input does not count. */
export function isChanged(edited: EditedCollection, start: EditedCollection): boolean {
  return JSON.stringify(toForm(edited)) !== JSON.stringify(toForm(start))
}
