import { isObject } from '@coffer/fields'
import { findMeaningDifferences } from '../../settings/meaningDifferences.ts'
import { ruleNames } from '../CollectionDraft.ts'
import type { ImportNotes } from './ImportNote.ts'
import type { NewerCollection } from './NewerCollection.ts'

/** Returns the rules of an exported collection by their paths, such as `listRule`, `manageRule` and `mfa.rule`. */
function rulesIn(collection: NewerCollection): [path: string, rule: string | null][] {
  const { type, options } = collection
  const { manageRule, authRule, mfa } = type === 'auth' ? options : {}
  const more = { manageRule, authRule, 'mfa.rule': isObject(mfa) ? mfa.rule : null }
  return [
    ...ruleNames.map((name): [string, string | null] => [name, collection[name]]),
    ...Object.entries(more).map(([path, rule]): [string, string | null] => [path, typeof rule === 'string' ? rule : null]),
  ]
}

/**
 * Notes which rules of a collection of PocketBase 0.23 or later have another meaning here.
 * @param ruleMeaning the meaning that rules have here; undefined while it is unknown
 */
export function noteRules(collection: NewerCollection, ruleMeaning: 'v022' | 'today' | undefined, notes: ImportNotes): void {
  for (const [ruleName, rule] of rulesIn(collection)) {
    const subject = `${collection.name}.${ruleName}`
    if (rule?.includes('@request.context'))
      notes.changed(subject, '@request.context is never "expand" here: expanded records have the context of their request.')
    // The rule of two factors always has the meaning of later versions.
    if (ruleMeaning !== 'v022' || ruleName === 'mfa.rule') continue
    const { comparesAll, readsOwn } = findMeaningDifferences(rule, ruleName, collection)
    for (const { name } of comparesAll)
      notes.changed(subject, `Its comparison of all values of ${name} fails where there is none, or where one is missing.`)
    if (readsOwn) notes.changed(subject, 'It also finds the record that is being created.')
  }
}
