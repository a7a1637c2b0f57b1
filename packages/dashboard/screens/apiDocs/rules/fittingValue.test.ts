import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { expect, test } from 'vitest'
import { fittingValue } from './fittingValue.ts'
import type { ValueTest } from './RuleNeeds.ts'

const field = (type: FieldTypeName, options: object = {}, required = false): Field => ({
  id: 'field',
  name: 'field',
  type,
  required,
  system: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse(options) },
})

/** Parses `= draft`, `each != a` or `?~ x` as a test. */
function testOf(text: string): ValueTest {
  const [, modifier, any, operator, wanted = ''] = /^(?:(each|length) )?(\?)?(\S+) (.*)$/.exec(text) ?? []
  const value = /^(true|false|-?\d+)$/.test(wanted) ? JSON.parse(wanted) : wanted
  return { operator: operator as ValueTest['operator'], any: any !== undefined, modifier, wanted: value }
}

const choices = (maxSelect: number) => field('select', { maxSelect, values: ['a', 'b', 'c'] })

test.each<[Field, unknown, string[], unknown]>([
  [field('text'), 'stored', [], 'stored'],
  [field('text', { max: 5 }), 'too long', [], 'Some '],
  [field('text'), 'Some text', ['= draft'], 'draft'],
  [field('text'), 'Some text', ['~ thanks%', '!= thanks'], 'testthanks'],
  [field('text'), 'draft', ['!= draft'], 'Some text'],
  [field('text', {}, true), '', [], 'Some text'],
  [field('text', { pattern: '^z{3}$' }, true), 'Some text', [], undefined],
  [field('email', { onlyDomains: ['a.example'] }), 'test@a.example', ['~ @a.example'], 'test@a.example'],
  [field('email'), 'test@example.com', ['~ @b.example'], 'test@b.example'],
  [field('number', { max: 20 }), 20, ['> 3', '< 10'], 4],
  [field('number'), 123, ['= 7'], 7],
  [field('number', { max: 2 }), 2, ['> 3'], undefined],
  [field('bool'), true, ['= false'], false],
  [field('bool', {}, true), true, ['= false'], undefined],
  [field('date'), '2022-01-01 10:00:00.123Z', ['> 2026-01-01 00:00:00.000Z'], '2100-01-01 10:00:00.000Z'],
  [field('date'), '2022-01-01 10:00:00.123Z', ['<= 2026-01-01 00:00:00.000Z'], '2022-01-01 10:00:00.123Z'],
  [choices(1), 'a', ['!= a'], 'b'],
  [choices(3), ['a', 'b', 'c'], ['each != b'], ['a', 'c']],
  [choices(3), ['a', 'b', 'c'], ['each ?= b'], ['a', 'b', 'c']],
  [choices(3), ['a', 'b', 'c'], ['length = 2'], ['a', 'b']],
  [choices(3), ['a', 'b', 'c'], ['each != b', 'length < 2'], ['a']],
  [choices(3), ['a', 'b', 'c'], ['length > 3'], undefined],
  [field('json', { maxSize: 100 }), { key: 'value' }, [], { key: 'value' }],
])('fittingValue for the field %j with the value %j and the tests %j returns %j', (of, preferred, tests, value) => {
  expect(fittingValue(of, preferred, tests.map(testOf))?.value).toEqual(value)
})
