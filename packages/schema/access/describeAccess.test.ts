import { expect, test } from 'vitest'
import { describeCell, describePersona, describeWidening } from './describeAccess.ts'
import type { AccessCell, RuleAction } from './Exposure.ts'

test.each<[AccessCell, RuleAction | undefined, number | undefined, string]>([
  [{ level: 'none', count: 0 }, 'list', 40, 'None'],
  [{ level: 'all', isFixed: true, count: 1240 }, 'list', 1240, 'All 1,240'],
  [{ level: 'all', isFixed: true }, 'view', undefined, 'All'],
  [{ level: 'some', count: 12 }, 'update', 40, '12 of 40'],
  [{ level: 'some', count: 12, atLeast: 0, dependsOnRequest: true }, 'list', 40, 'Up to 12 of 40'],
  [{ level: 'some', count: 12_000, sample: 1000 }, 'delete', 100_000, 'About 12,000 of 100,000'],
  [
    { level: 'some', count: 12_000, atLeast: 0, sample: 1000, dependsOnRequest: true },
    'list',
    100_000,
    'Up to about 12,000 of 100,000',
  ],
  [{ level: 'some', count: 0, sample: 1000 }, 'list', 100_000, 'Few or none of 100,000'],
  [{ level: 'unknown' }, 'list', undefined, 'Not counted'],
  [{ level: 'all', isFixed: true }, 'create', 40, 'Any'],
  [{ level: 'some', dependsOnRequest: true }, 'create', 40, 'Depends on the data'],
])('the cell %j of %s is described', (cell, action, total, expected) => {
  expect(describeCell(cell, action, total)).toBe(expected)
})

test('personas are named by their kind', () => {
  const collection = 'users'
  expect(describePersona({ key: 'guest', kind: 'guest', collection: '' })).toBe('Guests')
  expect(describePersona({ key: 'new:u', kind: 'newUser', collection })).toBe('New users')
  expect(describePersona({ key: 'u/a', kind: 'record', collection, username: 'alice' })).toBe('alice (users)')
})

test('what has become possible is a sentence', () => {
  const widening = { collectionId: 'p', collection: 'posts', persona: 'guest', before: 'none', after: 'all' } as const
  expect(describeWidening({ ...widening, what: 'list' }, 'Guests')).toBe('Guests can list all records of posts (before: none).')
  expect(describeWidening({ ...widening, what: 'emails', after: 'some' }, 'Guests')).toBe(
    'Guests can read the email of some records of posts (before: none).',
  )
  expect(describeWidening({ ...widening, what: 'view', before: 'some', after: 'some' }, 'New users')).toBe(
    'New users can view some records of posts (the rule has changed and reaches more).',
  )
  expect(describeWidening({ ...widening, what: 'fields', fields: ['salary'] }, 'Guests')).toBe(
    'Guests can read new fields of posts: salary.',
  )
  expect(describeWidening({ ...widening, what: 'query', before: 'some', after: 'some' }, 'Guests')).toBe(
    'Guests can read posts, and its query has changed.',
  )
  expect(describeWidening({ ...widening, what: 'collectionTopic' }, 'Guests')).toBe(
    'Guests can receive realtime events of all records of posts on the topic posts/* (before: none).',
  )
  expect(describeWidening({ ...widening, what: 'recordTopics', after: 'some' }, 'Guests')).toBe(
    'Guests can receive realtime events of some records of posts on their own topics (before: none).',
  )
  expect(describeWidening({ ...widening, what: 'protectedFiles' }, 'Guests')).toBe(
    'Guests can download the protected files of all records of posts (before: none).',
  )
  expect(describeWidening({ ...widening, what: 'view', nullNames: ['@request.auth.banned'] }, 'New users')).toBe(
    'The view rule of posts can allow more, because a field that it reads no longer exists and is null: @request.auth.banned.',
  )
})
