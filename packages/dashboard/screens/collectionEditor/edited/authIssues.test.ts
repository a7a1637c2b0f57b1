import { adminsOnly, authOptions, type Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { authIssues } from './authIssues.ts'
import { setType } from './collection.ts'
import { type EditedCollection, startEdit } from './EditedCollection.ts'

const withLength = (edited: EditedCollection, minPasswordLength: number) => ({
  ...edited,
  auth: { ...edited.auth, minPasswordLength },
})
const fresh = setType(startEdit(undefined), 'auth')

test.each([6, 8, 72])('M16.3 passwords may have to have %d characters', length => {
  expect(authIssues(withLength(fresh, length))).toEqual({})
})

test.each([0, 5, 73, 8.5])('M16.3 passwords may not have to have %d characters', length => {
  expect(authIssues(withLength(fresh, length))).toEqual({ 'options.minPasswordLength': 'Write a whole number from 6 to 72.' })
})

test('a length that was stored before keeps nobody from saving something else', () => {
  const users: Collection = {
    ...{ id: 'c1', created: '', updated: '', name: 'users', type: 'auth', system: false, schema: [], indexes: [] },
    ...adminsOnly,
    options: authOptions.parse({ minPasswordLength: 5 }),
  }
  expect(authIssues(startEdit(users))).toEqual({})
  expect(authIssues(withLength(startEdit(users), 4))).not.toEqual({})
  expect(authIssues({ ...withLength(fresh, 0), type: 'base' })).toEqual({})
})
