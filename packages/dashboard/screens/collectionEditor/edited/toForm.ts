import type { CollectionForm } from '@coffer/schema'
import { type EditedCollection, ruleNames, startEdit } from './EditedCollection.ts'
import { keptIndexes, statementOf } from './indexes.ts'

/** The collection as a save stores it: the whole of it, without the fields that are to go. */
export function toForm(edited: EditedCollection): CollectionForm {
  const { name, type, fields, auth, query, stored } = edited
  const { manageRule, ...rules } = withoutBlanks(edited.rules)
  const options = { base: {}, auth: { ...auth, manageRule }, view: { query } }[type]
  return {
    name,
    type,
    ...(stored && { system: stored.system }),
    schema: type === 'view' ? [] : fields.filter(({ isRemoved }) => !isRemoved).map(({ field }) => field),
    indexes: keptIndexes(edited).map(index => statementOf(edited, index)),
    ...rules,
    options,
  }
}

/** What a save sends: a new collection as a whole; of a stored one the keys that were changed, so that it reverts no others. */
export function changesOf(edited: EditedCollection): Partial<CollectionForm> {
  const form = toForm(edited)
  if (edited.stored === undefined) return form
  const before: Partial<Record<string, unknown>> = { ...toForm(startEdit(edited.stored)) }
  return Object.fromEntries(Object.entries(form).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key])))
}

/** A rule of blanks alone looks empty, and is meant to be. */
const withoutBlanks = (rules: EditedCollection['rules']): EditedCollection['rules'] =>
  Object.assign({}, rules, ...ruleNames.filter(name => rules[name]?.trim() === '').map(name => ({ [name]: '' })))

/** Whether a save would change anything; what was typed and taken back again would not. */
export function isChanged(edited: EditedCollection, start: EditedCollection): boolean {
  return JSON.stringify(toForm(edited)) !== JSON.stringify(toForm(start))
}
