import { type Field, fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { changedNames, conflictingNames, type Draft, draftOf } from '../draft/draft.ts'
import { mergeFiles } from '../draft/mergeFiles.ts'
import { type FormContent, namesToSend } from '../form/formContent.ts'

/** Several files can be added and removed by two people at once without either losing any. */
function canMerge({ type, options }: Field): boolean {
  const { holdsFiles, isMultiple } = fieldType({ type })
  return holdsFiles !== undefined && isMultiple(options)
}

/** Names of the values that someone else changed since the form was filled, to others than are typed in it. */
export function conflictsWith(content: FormContent, collection: Collection, stored: RecordJson): string[] {
  const names = namesToSend(content, false)
  const conflicts = conflictingNames(names, content.draft, content.base, draftOf(collection, stored))
  return conflicts.filter(name => !collection.schema.some(field => field.name === name && canMerge(field)))
}

/**
 * The form over the record as it is stored now: what was typed stays typed, except for the values that are given up for those of
 * someone else; all others are as they are stored.
 */
export function rebaseForm(
  content: FormContent,
  collection: Collection,
  stored: RecordJson,
  givenUp: readonly string[] = [],
): FormContent {
  const base = draftOf(collection, stored)
  const mine = changedNames(content.draft, content.base).filter(name => !givenUp.includes(name))
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
