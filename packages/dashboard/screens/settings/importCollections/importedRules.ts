import type { Collection, ImportedCollection, Rule } from '@coffer/schema'
import type { NewRules } from '../../../queries/access.ts'
import { changedRules } from '../../collectionEditor/edited/changedRules.ts'

const manageRuleOf = ({ type, options }: ImportedCollection): Rule =>
  type === 'auth' && typeof options.manageRule === 'string' ? options.manageRule : null

/** Returns the rules that an import changes, by action; none for a new collection. */
export function importedRules(stored: Collection | undefined, after: ImportedCollection): NewRules {
  return changedRules(stored, { ...after, manageRule: manageRuleOf(after) })
}
