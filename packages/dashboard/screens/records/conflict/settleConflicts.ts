import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import type { FormContent } from '../form/formContent.ts'
import { conflictsWith, rebaseForm } from './rebaseForm.ts'
import type { AskAboutConflicts, Conflicts } from './useConflictQuestion.ts'

/**
 * The form over the record as it is stored now; whose values stay is asked where two people changed the same.
 * @returns nothing when the question was left unanswered
 */
export async function settleConflicts(
  content: FormContent,
  collection: Collection,
  stored: RecordJson,
  { ask, purpose }: { ask: AskAboutConflicts; purpose: Conflicts['purpose'] },
): Promise<FormContent | undefined> {
  const names = conflictsWith(content, collection, stored)
  const givenUp = names.length === 0 ? [] : await ask({ purpose, names, draft: content.draft, stored })
  return givenUp && rebaseForm(content, collection, stored, givenUp)
}
