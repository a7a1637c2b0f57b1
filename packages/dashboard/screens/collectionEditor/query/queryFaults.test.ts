import { expect, test } from 'vitest'
import { queryFaults } from './queryFaults.ts'

const query = 'select id, title as head, count(*) as expand from posts'

test('M14.5 what the server has against a query and its columns is told in sentences', () => {
  const errors = {
    'options.query': 'Invalid query.',
    'schema.1.name': 'Is reserved.',
    'schema.7.name': 'Is odd.',
    name: 'Is blank.',
  }
  expect(queryFaults(errors, query)).toEqual(['Invalid query.', 'expand: Is reserved.', 'Is odd.'])
  expect(queryFaults({ name: 'Is blank.' }, query)).toEqual([])
  expect(queryFaults({}, query, 'The server cannot be reached.')).toEqual(['The server cannot be reached.'])
})
