import { type Field, fieldType } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { ValueTest } from './RuleNeeds.ts'
import { passes, withoutWildcards } from './valueTests.ts'

/** A date after every `@now` in a rule. */
const futureDate = '2100-01-01 10:00:00.000Z'

/** Returns values that may pass the tests, the preferred one first. */
function candidatesFor(field: Field, preferred: unknown, tests: readonly ValueTest[]): unknown[] {
  const type = fieldType(field)
  const { choices, holdsDate } = abilitiesOf(field)
  const wanted = tests.flatMap(({ wanted: value }): unknown[] => {
    if (typeof value === 'number') return [value, value + 1, value - 1]
    const text = typeof value === 'string' ? withoutWildcards(value) : ''
    return text === '' ? [value] : [text, `test${text}`, `${preferred ?? 'Some'} ${text}`]
  })
  const tested = tests.filter(({ modifier }) => modifier !== 'length')
  const chosen =
    choices?.(field.options).filter(choice =>
      tested.every(test => test.any || passes(choice, { ...test, modifier: undefined })),
    ) ?? []
  const lists = type.isMultiple(field.options) ? chosen.map((_, index) => chosen.slice(0, index + 1)).reverse() : []
  return [
    ...(preferred === undefined ? [] : [preferred]),
    type.toJson(type.example(field.options)),
    ...wanted,
    ...lists,
    ...chosen,
    ...(holdsDate ? [futureDate] : []),
    true,
    false,
    type.toJson(type.empty(field.options)),
  ]
}

/** Returns a value that passes the field's validation and the tests of a rule, as JSON; undefined if none is found. */
export function fittingValue(
  field: Field,
  preferred: unknown,
  tests: readonly ValueTest[],
): { value: unknown; isEmpty: boolean } | undefined {
  const type = fieldType(field)
  for (const candidate of candidatesFor(field, preferred, tests)) {
    const normal = type.normalize(candidate, field.options)
    const isEmpty = type.isEmpty(normal)
    const value = type.toJson(normal)
    const isValid = !type.validate(normal, field.options) && !(field.required && isEmpty)
    if (isValid && tests.every(test => passes(value, test))) return { value, isEmpty }
  }
  return undefined
}
