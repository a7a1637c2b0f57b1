import type { CollectionForm } from '@coffer/schema'
import { type EditedCollection, ruleNames } from './EditedCollection.ts'
import { keptIndexes, statementOf } from './indexes.ts'

/** What the server is sent of the collection: the whole of it, without the fields that are to go. */
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

/** A rule of blanks alone looks empty, and is meant to be. */
const withoutBlanks = (rules: EditedCollection['rules']): EditedCollection['rules'] =>
  Object.assign({}, rules, ...ruleNames.filter(name => rules[name]?.trim() === '').map(name => ({ [name]: '' })))

/** Whether a save would change anything; what was typed and taken back again would not. */
export function isChanged(edited: EditedCollection, start: EditedCollection): boolean {
  return JSON.stringify(toForm(edited)) !== JSON.stringify(toForm(start))
}
