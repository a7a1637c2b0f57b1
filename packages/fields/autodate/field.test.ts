import { describe, expect, test } from 'vitest'
import { testFieldContract, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

describe('an autodate field', () => {
  testFieldContract(field, { onCreate: true }, { onUpdate: true })

  test('needs a moment at which it is set', () => {
    expect(validateOptionsInput(field, {})).toEqual([
      {
        path: ['onCreate'],
        code: 'validation_required',
        message: 'Choose when the date is set: on create, on update or both.',
      },
    ])
    for (const options of [{ onCreate: true }, { onUpdate: true }, { onCreate: true, onUpdate: true }])
      expect(validateOptionsInput(field, options)).toEqual([])
  })

  test('says when it is set', () => {
    expect(field.describe?.({ onCreate: false, onUpdate: true })).toBe(
      'Set by the server with each update. Other values are ignored.',
    )
  })
})
