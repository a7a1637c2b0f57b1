import { expect, it } from 'vitest'
import { cascadeText, truncationText } from './cascadeText.ts'

const counted = (collectionName: string, count: number) => ({ collectionName, count })
const complete = { requiredBy: [], isComplete: true }

it.each([
  [{ ...complete, deleted: [] }, 1, 'No other records are deleted.'],
  [{ ...complete, deleted: [counted('comments', 14)] }, 1, '14 records of comments are deleted too.'],
  [{ ...complete, deleted: [counted('comments', 1)] }, 2, '1 record of comments is deleted too.'],
  [
    { ...complete, deleted: [counted('comments', 1), counted('likes', 1200)] },
    2,
    '1 record of comments and 1,200 records of likes are deleted too.',
  ],
  [
    { requiredBy: [], isComplete: false, deleted: [counted('comments', 10_001)] },
    1,
    'At least 10,001 records of comments are deleted too.',
  ],
  [{ requiredBy: [], isComplete: false, deleted: [] }, 1, 'Counting the other records to delete took too long.'],
  [
    { ...complete, deleted: [counted('likes', 2)], requiredBy: [counted('posts', 3)] },
    1,
    "It can't be deleted while 3 records of posts require it.",
  ],
  [
    { ...complete, deleted: [counted('likes', 2)], requiredBy: [counted('posts', 1)] },
    5,
    'Not all of them can be deleted: 1 record of posts requires one of them. 2 records of likes are deleted too.',
  ],
])('cascadeText describes %j with %i selected records: %s', (preview, selected, text) => {
  expect(cascadeText(preview, selected)).toBe(text)
})

it.each([
  [{ ...complete, deleted: [], records: 0, files: 0 }, 'It has no records.'],
  [{ ...complete, deleted: [], records: 1, files: 0 }, '1 record is deleted permanently. No other records are deleted.'],
  [
    { ...complete, deleted: [], records: 1, files: 1 },
    '1 record and 1 file are deleted permanently. No other records are deleted.',
  ],
  [
    { ...complete, deleted: [counted('comments', 60)], records: 1200, files: 3400 },
    '1,200 records and 3,400 files are deleted permanently. 60 records of comments are deleted too.',
  ],
  [
    { requiredBy: [], isComplete: false, deleted: [], records: 20, files: 0 },
    '20 records are deleted permanently. Counting the other records to delete took too long.',
  ],
  [
    { ...complete, deleted: [], requiredBy: [counted('posts', 40)], records: 6, files: 2 },
    "Its records can't be deleted while 40 records of posts require them.",
  ],
  [
    { ...complete, deleted: [], requiredBy: [counted('posts', 1)] },
    "Its records can't be deleted while 1 record of posts requires them.",
  ],
  [
    { requiredBy: [counted('posts', 1)], isComplete: false, deleted: [counted('likes', 10_001)], records: 20, files: 0 },
    '20 records are deleted permanently. At least 10,001 records of likes are deleted too. This may fail: 1 record of posts requires some of its records.',
  ],
  [
    { ...complete, deleted: [counted('comments', 60)] },
    'All of its records and files are deleted permanently. Counting them took too long. 60 records of comments are deleted too.',
  ],
])('truncationText describes %j: %s', (preview, text) => {
  expect(truncationText(preview)).toBe(text)
})
