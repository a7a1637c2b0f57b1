import { expect, it } from 'vitest'
import { fitFields } from './queryLength.ts'

const request = { sort: '-created', expand: '' }
const many = Array.from({ length: 200 }, (_, index) => `field_${index}`)

it.each([
  [[['id', 'title', 'id'], ['*']], 'id,title'],
  [[many, ['*', 'body'], ['*']], '*,body'],
  [[many, many], many.join(',')],
])('fitFields returns the first field list that fits into the query string', (candidates, fields) => {
  expect(fitFields(request, candidates)).toBe(fields)
})

it('fitFields leaves room for the expand parameter', () => {
  expect(fitFields({ ...request, expand: 'x'.repeat(1980) }, [['id', 'a_longer_name'], ['*']])).toBe('*')
})
