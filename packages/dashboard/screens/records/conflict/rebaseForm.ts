import { type Field, fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { changedNames, conflictingNames, type Draft, draftOf } from '../draft/draft.ts'
import { mergeFiles } from '../draftStorage/restoreFiles.ts'
import { type FormContent, namesToSend } from '../form/formContent.ts'

/** Returns whether the changes of two people can be merged. In a field with several files, both can add and remove files. */
function canMerge({ type, options }: Field): boolean {
  const { holdsFiles, isMultiple } = fieldType({ type })
  return holdsFiles !== undefined && isMultiple(options)
}

/** Returns the names of the changed fields that someone else has set to a different value since the form was filled. */
export function conflictsWith(content: FormContent, collection: Collection, stored: RecordJson): string[] {
  const names = namesToSend(content, false)
  const conflicts = conflictingNames(names, content.draft, content.base, draftOf(collection, stored))
  return conflicts.filter(name => !collection.schema.some(field => field.name === name && canMerge(field)))
}

/**
 * Rebases a form on the record as it is stored now. Changed fields keep the form's values, except those in `discarded`; all other
 * fields take the stored values.
 */
export function rebaseForm(
  content: FormContent,
  collection: Collection,
  stored: RecordJson,
  discarded: readonly string[] = [],
): FormContent {
  const base = draftOf(collection, stored)
  const mine = changedNames(content.draft, content.base).filter(name => !discarded.includes(name))
  const merged = new Set(collection.schema.filter(canMerge).map(({ name }) => name))
  const typedValue = (name: string): unknown =>
    merged.has(name) && !isSame(base[name], content.base[name])
      ? mergeFiles(content.draft[name], content.base[name], base[name])
      : content.draft[name]
  const typed: Draft = Object.fromEntries(mine.map(name => [name, typedValue(name)]))
  const repairs = mine.filter(name => isSame(content.draft[name], content.untouched[name]))
  return {
    ...content,
    record: stored,
    base,
    untouched: { ...base, ...Object.fromEntries(repairs.map(name => [name, typed[name]])) },
    draft: { ...base, ...typed },
  }
}
