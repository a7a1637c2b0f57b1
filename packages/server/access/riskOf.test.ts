import type { AccessCell, CollectionExposure, PersonaAccess } from '@coffer/schema'
import { expect, test } from 'vitest'
import { riskOf } from './riskOf.ts'

const some: AccessCell = { level: 'some', count: 1 }
const all: AccessCell = { level: 'all', isFixed: true, count: 3 }
const none: AccessCell = { level: 'none', isFixed: true, count: 0 }

type Access = PersonaAccess['actions'] & Pick<PersonaAccess, 'emails' | 'protectedFiles'>

const accessOf = ({ emails, protectedFiles, ...actions }: Access): PersonaAccess => ({
  actions,
  ...(emails && { emails }),
  ...(protectedFiles && { protectedFiles }),
  realtime: { collection: none, record: none },
})

function exposure(guest: Access, user: Access, rest: Partial<CollectionExposure> = {}): CollectionExposure {
  const access = { guest: accessOf(guest), 'new:users': accessOf(user) }
  return { id: 'c', name: 'c', type: 'base', rules: {}, fields: [], files: [], access, ...rest }
}

const nothing = exposure({}, {})
const withFiles = { files: [{ field: 'scan', isProtected: false }] }

/** Each is a greater risk than the next one. */
const byRisk: [string, CollectionExposure][] = [
  ['guests delete all records', exposure({ delete: all }, {})],
  ['guests update some records', exposure({ update: some }, {})],
  ['users delete all records', exposure({}, { delete: all })],
  ['guests read all emails', exposure({ emails: all }, {})],
  ['guests read some protected files', exposure({ protectedFiles: some }, {})],
  ['users read all emails', exposure({}, { emails: all })],
  ['guests list all records', exposure({ list: all }, {})],
  ['guests view some records', exposure({ view: some }, {})],
  ['users view all records', exposure({}, { view: all })],
  ['guests and users have no access', nothing],
]

test.each(byRisk.slice(1).map(([lesser, of], index) => [byRisk[index]?.[0], lesser, byRisk[index]?.[1], of] as const))(
  'that %s is a greater risk than that %s',
  (_, __, greater, lesser) => {
    expect(riskOf(greater ?? nothing)).toBeGreaterThan(riskOf(lesser))
  },
)

test('files that anyone can download are a risk of a collection whose records guests read', () => {
  expect(riskOf(exposure({ list: some }, {}, withFiles))).toBeGreaterThan(riskOf(exposure({ list: all }, {})))
  expect(riskOf(exposure({}, {}, withFiles))).toBe(riskOf(nothing))
})

test('sign-ups, and changes of some records by users, are no risk, because they are usual', () => {
  expect(riskOf(exposure({ create: all }, {}, { type: 'auth' }))).toBe(riskOf(nothing))
  expect(riskOf(exposure({}, { update: some, delete: some }))).toBe(riskOf(nothing))
  expect(riskOf(exposure({ create: all }, {}))).toBeGreaterThan(riskOf(nothing))
})

test('what was not counted is a risk like some records', () => {
  expect(riskOf(exposure({ view: { level: 'unknown' } }, {}))).toBe(riskOf(exposure({ view: some }, {})))
})
