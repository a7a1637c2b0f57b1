import { expect, test } from 'vitest'
import { cascadeHelp } from './cascadeHelp.ts'

const ends = { collection: 'posts', target: 'users' }

test.each([
  [
    { ...ends, isOn: false, isMultiple: false },
    'When a record of users is deleted, the posts records that reference it are kept and the reference is cleared.',
  ],
  [
    { ...ends, isOn: true, isMultiple: false },
    'When a record of users is deleted, the posts records that reference it are deleted too.',
  ],
  [
    { ...ends, isOn: true, isMultiple: true },
    'When a record of users is deleted, the posts records that reference it are deleted too once they reference nothing else.',
  ],
  [
    { collection: '', target: '', isOn: true, isMultiple: false },
    'When a record is deleted, the records that reference it are deleted too.',
  ],
])('describes %j as: %s', (cascade, sentence) => {
  expect(cascadeHelp(cascade)).toBe(sentence)
})
