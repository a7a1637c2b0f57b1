import { describe, expect, test } from 'vitest'
import type { Field, FieldTypeName } from './contract.ts'
import { fieldTypeNames } from './fieldTypeNames.ts'
import { fieldType, fieldTypes, isFieldTypeName } from './fieldTypes.ts'
import { validateField } from './validateField.ts'

const names = Object.keys(fieldTypes).filter(isFieldTypeName)

const fieldOf = (type: FieldTypeName, required: boolean, options: Record<string, unknown> = {}): Field => ({
  system: false,
  id: 'field001',
  name: 'field',
  type,
  required,
  presentable: false,
  unique: false,
  options,
})

const complete = (type: FieldTypeName) => ({ ...fieldTypes[type].options.parse({}) })

describe('the list of field types', () => {
  test.each(names)('has %s with a label', name => {
    expect(fieldTypes[name].label).not.toBe('')
    expect(fieldType(fieldOf(name, false))).toBe(fieldTypes[name])
  })

  test('contains no other names, in the order of the type menu', () => {
    expect(names).toEqual(fieldTypeNames)
    expect(names).toHaveLength(14)
    expect(['user', 'primary', 'constructor', '__proto__', ''].some(isFieldTypeName)).toBe(false)
  })
})

describe('a required field', () => {
  test.each(names)('of type %s rejects its empty value, and an optional one accepts it', name => {
    const field = fieldOf(name, true, complete(name))
    const empty = fieldType(field).empty(field.options)
    expect(validateField(field, empty)).toEqual({ code: 'validation_required', message: 'Missing required value.' })
    expect(validateField({ ...field, required: false }, empty)).toBeUndefined()
  })

  test.each([
    ['text', ' '],
    ['number', -0.001],
    ['bool', true],
    ['json', 'false'],
    ['json', '0'],
    ['editor', '<p></p>'],
  ] as const)('of type %s takes %j', (type, value) => {
    expect(validateField(fieldOf(type, true, { ...complete(type), maxSize: 10 }), value)).toBeUndefined()
  })

  test('reports a missing value before other errors', () => {
    const options = { min: null, max: null, noDecimal: false }
    expect(validateField(fieldOf('number', true, options), 0)?.code).toBe('validation_required')
    expect(validateField(fieldOf('number', true, options), Number.NaN)?.code).toBe('validation_nan')
  })
})
