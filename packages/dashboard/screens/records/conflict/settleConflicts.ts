import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import type { FormContent } from '../form/formContent.ts'
import { conflictsWith, rebaseForm } from './rebaseForm.ts'
import type { AskAboutConflicts, Conflicts } from './useConflictQuestion.ts'

/**
 * Rebases a form on the record as it is stored now, and asks which values to keep if there are conflicts.
 * @returns undefined if the user cancels
 */
export async function settleConflicts(
  content: FormContent,
  collection: Collection,
  stored: RecordJson,
  { ask, purpose }: { ask: AskAboutConflicts; purpose: Conflicts['purpose'] },
): Promise<FormContent | undefined> {
  const names = conflictsWith(content, collection, stored)
  const discarded = names.length === 0 ? [] : await ask({ purpose, names, draft: content.draft, stored })
  return discarded && rebaseForm(content, collection, stored, discarded)
}
