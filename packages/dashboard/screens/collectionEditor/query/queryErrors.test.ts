import { expect, test } from 'vitest'
import { queryErrors } from './queryErrors.ts'

const query = 'select id, title as head, count(*), body as `long text`, kind as expand, kind as head from posts'

test('M14.5 server errors about a query and its columns become sentences that name the column', () => {
  const errors = {
    'options.query': 'Invalid query.',
    'schema.0.name': 'Is odd.',
    'schema.1.name': 'Is no name.',
    'schema.2.name': 'Is no name.',
    'schema.3.name': 'Is reserved.',
    'schema.4.name': 'Is no name.',
    'schema.7.name': 'Is odd.',
    name: 'Is blank.',
  }
  expect(queryErrors(errors, query)).toEqual([
    'Invalid query.',
    'Column “head”: Is odd.',
    '“count(*)” needs a name of letters, digits and underscores. Add one with AS.',
    '“long text” needs a name of letters, digits and underscores. Add one with AS.',
    'The column name “expand” is reserved. Rename it with AS.',
    'The column name “head” is used twice. Rename one of them with AS.',
    'Is odd.',
  ])
  expect(queryErrors({ name: 'Is blank.' }, query)).toEqual([])
  expect(queryErrors({}, query, 'The server cannot be reached.')).toEqual(['The server cannot be reached.'])
})
