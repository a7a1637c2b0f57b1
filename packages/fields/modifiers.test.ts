import { expect, test } from 'vitest'
import { validateInput } from './contractSuite.ts'
import { fieldType, fieldTypes, isFieldTypeName } from './fieldTypes.ts'

const variants = [{}, { maxSelect: 1, values: ['a'] }, { maxSelect: 3, values: ['a', 'b', 'c', 'd'], collectionId: 'tags' }]

function usesOf(type: string, settings: object) {
  if (!isFieldTypeName(type)) throw new Error(`There is no type ${type}.`)
  const rules = fieldType({ type })
  return { rules, uses: rules.modifiers?.(rules.options.parse(settings)) ?? [] }
}

test.each(Object.keys(fieldTypes))('every bulk operation of %s works with its own options', type => {
  for (const settings of variants) {
    const { rules, uses } = usesOf(type, settings)
    for (const { operand } of uses) {
      expect(rules.modify).toBeDefined()
      expect(rules.options.parse(operand)).toEqual(operand)
    }
  }
})

test.each([
  ['number', {}, ['+ Add']],
  ['select', { maxSelect: 2, values: ['a', 'b'] }, ['+ Add', '- Remove']],
  ['select', { maxSelect: 1, values: ['a', 'b'] }, []],
  ['relation', { maxSelect: null }, ['+ Add', '- Remove']],
  ['relation', { maxSelect: 1 }, []],
  ['file', { maxSelect: 5 }, []],
  ['text', {}, []],
])('a %s field with the options %j has the bulk operations %j', (type, settings, offered) => {
  expect(usesOf(type, settings).uses.map(({ modifier, label }) => `${modifier} ${label}`)).toEqual(offered)
})

test.each([
  ['number', { min: 10, max: 20, noDecimal: true }, '+', -5, undefined],
  ['number', { min: 10, max: 20, noDecimal: true }, '+', 0.5, 'validation_no_decimal_constraint'],
  ['select', { maxSelect: 2, values: ['a', 'b', 'c'] }, '+', ['a', 'b', 'c'], 'validation_too_many_values'],
  ['select', { maxSelect: 2, values: ['a', 'b', 'c'] }, '-', ['a', 'b', 'c'], undefined],
  ['relation', { minSelect: 2, maxSelect: 2 }, '+', ['a'], undefined],
  ['relation', { minSelect: 2, maxSelect: 2 }, '-', ['a', 'b', 'c'], undefined],
])('a %s field with the options %j validates %s %j with the result %s', (type, settings, modifier, operand, code) => {
  const { rules, uses } = usesOf(type, settings)
  const use = uses.find(each => each.modifier === modifier)
  expect(validateInput(rules, { ...use?.operand }, operand)?.code).toBe(code)
})
