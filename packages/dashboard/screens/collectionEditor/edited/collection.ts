import type { CollectionType, Rule } from '@coffer/schema'
import type { EditedCollection, EditedRule } from './EditedCollection.ts'

/** Makes a collection that is not stored yet one of another type. A view can neither be written nor have indexes. */
export function setType(edited: EditedCollection, type: CollectionType): EditedCollection {
  if (type !== 'view') return { ...edited, type }
  return { ...edited, type, indexes: [], rules: { ...edited.rules, createRule: null, updateRule: null, deleteRule: null } }
}

export function setRule(edited: EditedCollection, name: EditedRule, rule: Rule): EditedCollection {
  return { ...edited, rules: { ...edited.rules, [name]: rule } }
}

/** Leaves what a rule is for to admins only. Its text is remembered. */
export function lockRule(edited: EditedCollection, name: EditedRule): EditedCollection {
  const text = edited.rules[name] ?? ''
  return { ...setRule(edited, name, null), lockedTexts: { ...edited.lockedTexts, [name]: text } }
}

/** Gives a rule the text back that it had when it was locked; an empty one lets everyone in. */
export function unlockRule(edited: EditedCollection, name: EditedRule): EditedCollection {
  return setRule(edited, name, edited.lockedTexts[name] ?? '')
}
