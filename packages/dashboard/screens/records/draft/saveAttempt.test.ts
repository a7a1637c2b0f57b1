import { expect, it } from 'vitest'
import { exampleAuth, exampleField } from '../../../testing/exampleCollections.ts'
import type { Draft } from './draft.ts'
import { isStored } from './saveAttempt.ts'

const collection = exampleAuth('members', [
  exampleField('name', 'text'),
  exampleField('pictures', 'file', { options: { maxSelect: 9 } }),
])
const record = {
  id: 'member1',
  collectionId: collection.id,
  collectionName: 'members',
  username: 'one',
  email: 'one@x.example',
  name: 'One',
  pictures: ['a.png', 'new_1234567890.png'],
}
const file = new File([], 'new.png')

it.each<[string, Draft, boolean]>([
  ['the same value', { name: 'One' }, true],
  ['a different value', { name: 'Two' }, false],
  ['two values, one of them different', { name: 'One', email: 'two@x.example' }, false],
  ['the same number of files', { pictures: ['a.png', file] }, true],
  ['one more file than is stored', { pictures: ['a.png', 'new_1234567890.png', file] }, false],
  ['a file name that is not stored', { pictures: ['b.png', file] }, false],
  ['a password and a value that is stored', { name: 'One', password: 'secret', passwordConfirm: 'secret' }, true],
  ['only a password', { password: 'secret', passwordConfirm: 'secret' }, false],
])('isStored compares the record with %s', (_, draft, stored) => {
  expect(isStored({ names: Object.keys(draft), draft }, collection, record)).toBe(stored)
})
