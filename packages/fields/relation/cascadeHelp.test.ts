import { expect, test } from 'vitest'
import { cascadeHelp } from './cascadeHelp.ts'

const ends = { collection: 'posts', target: 'users' }

test.each([
  [
    { ...ends, isOn: false, isMultiple: false },
    'When a users record is deleted, the posts records that refer to it stay, without it.',
  ],
  [
    { ...ends, isOn: true, isMultiple: false },
    'When a users record is deleted, the posts records that refer to it are deleted too.',
  ],
  [
    { ...ends, isOn: true, isMultiple: true },
    'When a users record is deleted, the posts records that refer to it are deleted too, as soon as they refer to no other one.',
  ],
  [
    { collection: '', target: '', isOn: true, isMultiple: false },
    'When a record is deleted, the records that refer to it are deleted too.',
  ],
])('describes %j as: %s', (cascade, sentence) => {
  expect(cascadeHelp(cascade)).toBe(sentence)
})
