import { findMeaningDifferences } from '../../settings/dialectDifferences.ts'
import { ruleNames } from '../CollectionDraft.ts'
import type { ImportNotes } from './ImportNote.ts'
import type { NewerCollection } from './NewerCollection.ts'

/**
 * Notes which rules of a collection of PocketBase 0.23 or later have another meaning here.
 * @param ruleMeaning the meaning that rules have here; undefined while it is unknown
 */
export function noteRules(collection: NewerCollection, ruleMeaning: 'v022' | 'today' | undefined, notes: ImportNotes): void {
  for (const ruleName of ruleNames) {
    const rule = collection[ruleName]
    const subject = `${collection.name}.${ruleName}`
    if (rule?.includes('@request.context'))
      notes.changed(subject, '@request.context is never "expand" here: expanded records have the context of their request.')
    if (ruleMeaning !== 'v022') continue
    const { excludedBy, readsOwn } = findMeaningDifferences(rule, ruleName, collection)
    if (excludedBy !== undefined)
      notes.changed(subject, `Its comparisons with != are never true while ${excludedBy} has no records.`)
    if (readsOwn) notes.changed(subject, 'It also finds the record that is being created.')
  }
}
