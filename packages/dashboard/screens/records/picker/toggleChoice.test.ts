import { expect, it } from 'vitest'
import { toggleChoice } from './toggleChoice.ts'

const record = (id: string) => ({ id, collectionId: 'c', collectionName: 'tags' })

it.each([
  [[], 'a', 1, ['a']],
  [['a'], 'b', 1, ['b']],
  [['a'], 'a', 1, []],
  [['a'], 'b', 2, ['a', 'b']],
  [['a', 'b'], 'c', 2, ['a', 'b']],
  [['a', 'b'], 'a', 2, ['b']],
  [['a', 'b'], 'c', Infinity, ['a', 'b', 'c']],
])('with %j chosen, pressing %s with a limit of %d results in %j', (chosen, pressed, limit, result) => {
  expect(toggleChoice(chosen.map(record), record(pressed), limit).map(({ id }) => id)).toEqual(result)
})
