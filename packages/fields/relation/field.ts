import type { FieldType, Issue } from '../contract.ts'
import { countTexts, type ListValue, listRules, modifyList, prependList, tooManyIssue } from '../list/listRules.ts'
import { abilities, isMultiple } from './abilities.ts'
import { type RelationOptions, relationOptions, validateRelationOptions } from './options.ts'
import { relationHelp } from './relationHelp.ts'

function validate(value: ListValue, { minSelect, maxSelect }: RelationOptions): Issue | undefined {
  const count = countTexts(value)
  if (count > 0 && minSelect !== null && count < minSelect) {
    return { code: 'validation_not_enough_values', message: `Select at least ${minSelect}.` }
  }
  return count > 1 && maxSelect !== null && count > maxSelect ? tooManyIssue(maxSelect) : undefined
}

const exampleId = (_: unknown, index: number) => `record${String(index + 1).padStart(9, '0')}`

/** Ids of records of one collection. Only the database can tell whether they exist. */
export const field: FieldType<RelationOptions, ListValue> = {
  ...listRules(isMultiple),
  ...abilities,
  label: 'Relation',
  options: relationOptions,
  validateOptions: validateRelationOptions,
  validate,
  modify: modifyList,
  prepend: prependList,
  describe: relationHelp,
  example: options => {
    const ids = Array.from({ length: Math.max(1, options.minSelect ?? 1) }, exampleId)
    return isMultiple(options) ? ids : (ids[0] ?? '')
  },
}
