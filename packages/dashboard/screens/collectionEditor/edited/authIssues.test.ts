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

test.each([6, 8, 72])('M16.3 the minimum password length can be %d', length => {
  expect(authIssues(withLength(fresh, length))).toEqual({})
})

test.each([0, 5, 73, 8.5])('M16.3 the minimum password length cannot be %d', length => {
  expect(authIssues(withLength(fresh, length))).toEqual({ 'options.minPasswordLength': 'Enter a whole number from 6 to 72.' })
})

test('an invalid stored minimum length does not prevent saving other changes', () => {
  const users: Collection = {
    id: 'c1',
    created: '',
    updated: '',
    name: 'users',
    type: 'auth',
    system: false,
    schema: [],
    indexes: [],
    ...adminsOnly,
    options: authOptions.parse({ minPasswordLength: 5 }),
  }
  expect(authIssues(startEdit(users))).toEqual({})
  expect(authIssues(withLength(startEdit(users), 4))).not.toEqual({})
  expect(authIssues({ ...withLength(fresh, 0), type: 'base' })).toEqual({})
})
