import { expect, test } from 'vitest'
import type { FieldTypeName } from '../contract.ts'
import { validateFieldOptions } from './validateFieldOptions.ts'

test.each<[FieldTypeName, Record<string, unknown>, string[]]>([
  ['text', { min: 3, max: 2 }, ['max: Must be no less than 3.']],
  ['text', { min: '1,5' }, ['min: Write decimals with a point: 1.5.']],
  ['text', { min: 1.5, max: 2 }, ['min: Must be a whole number.']],
  ['text', { pattern: '12,5' }, []],
  ['number', { min: 1.5, max: null }, []],
  ['number', { min: 'x', max: '1 000' }, ['min: Must be a number such as 12, -0.5 or 1e3.', 'max: Write it without gaps: 1000.']],
  ['date', { min: 'soon', max: '' }, ['min: Must be a date such as 2024-05-31 14:30:00.']],
  ['date', { min: '2024-05-31 14:30:00.000Z', max: '' }, []],
  ['select', { maxSelect: null, values: ['a'] }, ['maxSelect: Cannot be blank.']],
  ['select', { maxSelect: 1, values: [] }, ['values: Cannot be blank.']],
  ['select', { maxSelect: '1', values: ['a', 'b'] }, ['maxSelect: Must be 2 or more. Choose Single for one value.']],
  ['relation', { collectionId: '', maxSelect: 0 }, ['maxSelect: Cannot be blank.']],
  ['file', { maxSelect: 1, maxSize: 1, thumbs: ['10x10', '0x0'] }, ['thumbs.1: Must not be in list.']],
  [
    'email',
    { exceptDomains: ['a.example'], onlyDomains: ['b.example'] },
    ['exceptDomains: Must be blank.', 'onlyDomains: Must be blank.'],
  ],
  ['bool', {}, []],
])('the options of a %s field %j have the issues %j', (type, options, said) => {
  expect(validateFieldOptions({ type, options }).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(said)
})
