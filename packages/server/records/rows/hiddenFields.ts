import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import type { RecordInput } from '../RecordInput.ts'
import type { Requester } from '../rules/Requester.ts'

const hiddenNames = memoizeByObject(
  ({ schema }: Collection): ReadonlySet<string> => new Set(schema.filter(({ hidden }) => hidden).map(({ name }) => name)),
)

/** Whether only admins see all values of a collection's records. */
export function hasHiddenFields(collection: Collection): boolean {
  return hiddenNames(collection).size > 0
}

/** Matches a key of a body: the name of a field, with modifiers or with a file to remove. */
const keyPattern = /^\+?(\w+)(?:[+-]|[.:].*)?$/s

/** Removes hidden fields from the input of everyone but admins, as PocketBase 0.23 and later do. */
export function withoutHidden<Input extends Pick<RecordInput, 'values' | 'files' | 'ruleValues'>>(
  collection: Collection,
  requester: Requester,
  input: Input,
): Input {
  const names = hiddenNames(collection)
  if (names.size === 0 || requester.kind === 'admin') return input
  const isSettable = (key: string) => !names.has(keyPattern.exec(key)?.[1] ?? '')
  const pick = (values: Record<string, unknown>) => Object.fromEntries(Object.entries(values).filter(([key]) => isSettable(key)))
  return {
    ...input,
    values: pick(input.values),
    files: input.files.filter(({ field }) => isSettable(field)),
    ...(input.ruleValues && { ruleValues: pick(input.ruleValues) }),
  }
}
