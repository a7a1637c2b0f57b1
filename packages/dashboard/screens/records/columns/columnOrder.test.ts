import { expect, test } from 'vitest'
import { orderColumns } from './columnOrder.ts'
import type { RecordColumn } from './columns.ts'

const column = (id: string): RecordColumn => ({
  id,
  canHide: id !== '@id',
  field: { id, name: id, type: 'text', system: false, required: false, presentable: false, unique: false, options: {} },
})
const columns = ['@id', 'a', 'b', 'c', '@created'].map(column)

test.each([
  [[], '@id a b c @created'],
  [['c', 'a', '@created', 'b'], '@id c a @created b'],
  [['gone', '@created', 'c'], '@id a b @created c'],
  [['c', '@id'], '@id a b c @created'],
  [['b', 'b', 'a'], '@id b c @created a'],
  [['b', 'a'], '@id b c @created a'],
])('orderColumns with the order %j returns %s', (order, shown) => {
  expect(
    orderColumns(columns, order)
      .map(({ id }) => id)
      .join(' '),
  ).toBe(shown)
})
