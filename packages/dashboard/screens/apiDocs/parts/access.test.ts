import { type AuthCollection, adminsOnly, type BaseCollection, type Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { accessByRule } from './access.ts'

const shared = { created: '', updated: '', system: false, schema: [], indexes: [], ...adminsOnly }
const notes: BaseCollection = { ...shared, id: 'notes', name: 'notes', type: 'base', options: {} }
const accounts = (name: string): AuthCollection => ({
  ...shared,
  id: name,
  name,
  type: 'auth',
  options: {
    allowEmailAuth: true,
    allowOAuth2Auth: true,
    allowUsernameAuth: true,
    manageRule: null,
    minPasswordLength: 8,
    exceptEmailDomains: null,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
  },
})
const users = accounts('users')
const clients = accounts('clients')

test.each<[string | null, Collection, string | undefined, string | undefined]>([
  [null, notes, 'Only admins', 'admin'],
  ['', notes, 'Everyone', undefined],
  ['@request.auth.id != ""', notes, 'Signed-in users', 'users'],
  ['@request.auth.id != ""', clients, 'Signed-in users', 'clients'],
  ['id = @request.auth.id', users, 'Signed-in users whose own record it is', 'users'],
  ['@request.auth.collectionName = "clients"', users, 'Signed-in records of `clients`', 'clients'],
  ['open = true', notes, 'Everyone, where `open` is true', undefined],
  ['open = true || @request.auth.id != ""', notes, 'Everyone, where `open` is true; or signed-in users', undefined],
  ['@collection.users.id ?= @request.auth.id', notes, undefined, 'users'],
])('accessByRule describes who satisfies the rule %j', (rule, collection, who, signIn) => {
  const access = accessByRule(rule, { action: 'view', collection, collections: [notes, users, clients] })
  expect(access.who).toBe(who)
  expect(access.signIn === 'admin' ? 'admin' : access.signIn?.name).toBe(signIn)
  expect(access.rule).toBe(rule || undefined)
})
