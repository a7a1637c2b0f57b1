import type { CollectionType, Rule } from '@coffer/schema'
import type { EditedCollection, EditedRule } from './EditedCollection.ts'

/** Changes the type of a new collection. Clears the write rules and indexes of a view, which cannot have any. */
export function setType(edited: EditedCollection, type: CollectionType): EditedCollection {
  if (type !== 'view') return { ...edited, type }
  return { ...edited, type, indexes: [], rules: { ...edited.rules, createRule: null, updateRule: null, deleteRule: null } }
}

export function setRule(edited: EditedCollection, name: EditedRule, rule: Rule): EditedCollection {
  return { ...edited, rules: { ...edited.rules, [name]: rule } }
}

/** Sets a rule to admins only. Remembers its text. */
export function lockRule(edited: EditedCollection, name: EditedRule): EditedCollection {
  const text = edited.rules[name] ?? ''
  return { ...setRule(edited, name, null), lockedTexts: { ...edited.lockedTexts, [name]: text } }
}

/** Restores the text that a rule had when it was locked. Default: empty, which allows everyone. */
export function unlockRule(edited: EditedCollection, name: EditedRule): EditedCollection {
  return setRule(edited, name, edited.lockedTexts[name] ?? '')
}
