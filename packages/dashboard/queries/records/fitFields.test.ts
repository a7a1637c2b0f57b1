import { expect, it } from 'vitest'
import { fitFields } from './fitFields.ts'

const request = { sort: '-created', expand: '' }
const many = Array.from({ length: 200 }, (_, index) => `field_${index}`)

it.each([
  [[['id', 'title', 'id'], ['*']], 'id,title'],
  [[many, ['*', 'body'], ['*']], '*,body'],
  [[many, many], many.join(',')],
])('takes the first list that the server answers for', (candidates, fields) => {
  expect(fitFields(request, candidates)).toBe(fields)
})

it('leaves room for a long list of expanded relations', () => {
  expect(fitFields({ ...request, expand: 'x'.repeat(1980) }, [['id', 'a_longer_name'], ['*']])).toBe('*')
})
