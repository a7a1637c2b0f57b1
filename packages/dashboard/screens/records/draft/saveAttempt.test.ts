import { expect, it } from 'vitest'
import { exampleAuth, exampleField } from '../../../testing/exampleCollections.ts'
import type { Draft } from './draft.ts'
import { isStored } from './saveAttempt.ts'

const collection = exampleAuth('members', [
  exampleField('name', 'text'),
  exampleField('pictures', 'file', { options: { maxSelect: 9 } }),
])
const record = {
  ...{ id: 'member1', collectionId: collection.id, collectionName: 'members', username: 'one', email: 'one@x.example' },
  ...{ name: 'One', pictures: ['a.png', 'new_1234567890.png'] },
}
const file = new File([], 'new.png')

it.each<[string, Draft, boolean]>([
  ['the same value', { name: 'One' }, true],
  ['another value', { name: 'Two' }, false],
  ['several values, one of which differs', { name: 'One', email: 'two@x.example' }, false],
  ['as many files as are there', { pictures: ['a.png', file] }, true],
  ['a file that is not there yet', { pictures: ['a.png', 'new_1234567890.png', file] }, false],
  ['a kept file that is gone', { pictures: ['b.png', file] }, false],
  ['a password beside what is there', { name: 'One', password: 'secret', passwordConfirm: 'secret' }, true],
  ['a password alone', { password: 'secret', passwordConfirm: 'secret' }, false],
])('a record tells whether %s was stored', (_, draft, stored) => {
  expect(isStored({ names: Object.keys(draft), draft }, collection, record)).toBe(stored)
})
