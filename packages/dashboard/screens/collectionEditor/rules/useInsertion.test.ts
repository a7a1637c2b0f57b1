import { expect, test } from 'vitest'
import { insertName } from './useInsertion.ts'

test.each([
  ['|', 'title|'],
  ['id = |', 'id = title|'],
  ['id =|', 'id = title|'],
  ['(|)', '(title|)'],
  ['id = "x"|', 'id = "x" title|'],
  ['|id = 1', 'title| id = 1'],
  ['a && | = 1', 'a && title| = 1'],
  ['a &&\n|', 'a &&\ntitle|'],
])('insertName inserts a name at the caret of %j', (before, after) => {
  const place = before.indexOf('|')
  const inserted = insertName(before.replace('|', ''), place, 'title')
  expect(`${inserted.text.slice(0, inserted.place)}|${inserted.text.slice(inserted.place)}`).toBe(after)
})
