import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFilter } from '../filter/parseFilter.ts'
import { completeFilter } from './completeFilter.ts'
import { magazine, posts } from './exampleMagazine.ts'
import type { FilterSubject } from './FilterSubject.ts'
import { findFilterProblems } from './findFilterProblems.ts'

const now = new Date('2026-03-04T05:06:07.089Z')
const operand = fc.constantFrom(
  'title',
  'status',
  'labels:each',
  'author.name',
  'comments_via_post.by.role',
  'publishedAt',
  'isFeatured',
  'tags.name',
  '@request.auth.id',
  '@request.data.tags:length',
  '@collection.comments:c.text',
  '@now',
  'null',
  '12',
  '"a (b"',
  "'draft'",
)
const operator = fc.constantFrom('=', '!=', '~', '!~', '>', '>=', '<', '<=', '?=', '?!~')
const condition = fc.tuple(operand, operator, operand).map(parts => parts.join(' '))
const join = fc.constantFrom(' && ', ' || ', '&&')
const { filter } = fc.letrec<{ filter: string; group: string }>(tie => ({
  filter: fc.oneof({ depthSize: 'small' }, condition, tie('group')),
  group: fc
    .tuple(tie('filter'), join, tie('filter'), fc.boolean())
    .map(([one, between, other, isClosed]) => (isClosed ? `(${one}${between}${other})` : `${one}${between}${other}`)),
}))
const subject = fc
  .constantFrom<FilterSubject['scope']>('filter', 'rule')
  .map(scope => ({ collection: posts, collections: magazine, scope }))

function parses(text: string) {
  try {
    parseFilter(text)
    return true
  } catch {
    return false
  }
}

/** Whether a text can be continued to a valid filter. One of these endings completes every stage of a condition. */
function isBeginning(text: string) {
  const open = text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '').replace(/[^()]/g, '')
  const closing = ')'.repeat(Math.max(0, open.replace(/\)/g, '').length - open.replace(/\(/g, '').length))
  return ['', ' 1', ' = 1', ' 1 = 1', 'a', 'a = 1', ' && 1 = 1'].some(rest => parses(text + rest + closing))
}

test('accepting any suggestion in a filter leaves text that can be continued', () => {
  fc.assert(
    fc.property(filter, fc.nat(), subject, fc.boolean(), fc.nat(), (text, cut, about, isExplicit, choice) => {
      const position = cut % (text.length + 1)
      const found = completeFilter({ text, position, isExplicit, now }, about)
      if (!found) return
      const item = found.items[choice % found.items.length]
      const before = text.slice(0, found.from) + (item?.insert ?? item?.label)
      expect(isBeginning(before), `${before} of ${text}`).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('accepting a suggestion in an unfinished text leaves text that can be continued', () => {
  fc.assert(
    fc.property(filter, fc.nat(), subject, fc.nat(), (text, cut, about, choice) => {
      const typed = text.slice(0, cut % (text.length + 1))
      const found = completeFilter({ text: typed, position: typed.length, isExplicit: true, now }, about)
      if (!found) return
      const item = found.items[choice % found.items.length]
      expect(found.from).toBeLessThanOrEqual(typed.length)
      expect(found.to).toBe(typed.length)
      expect(isBeginning(typed.slice(0, found.from) + (item?.insert ?? item?.label))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('the server accepts every suggested path', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 7 }), subject, (choices, about) => {
      let path = ''
      for (const choice of choices) {
        const found = completeFilter({ text: path, position: path.length, isExplicit: true, now }, about)
        const items = found?.items.filter(({ insert }) => insert === undefined) ?? []
        const item = items[choice % items.length]
        if (!found || !item || path.includes(' ')) break
        path = path.slice(0, found.from) + item.label
        if (!item.continues) break
      }
      fc.pre(path !== '' && !path.endsWith('.'))
      expect(findFilterProblems(`${path} = 1`, about)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('completion never throws, for any text and caret position', () => {
  const pieces = fc
    .array(fc.oneof(fc.string(), fc.constantFrom('title', '.', ':', '@request', '"', '&&', '(', '=')))
    .map(list => list.join(''))
  fc.assert(
    fc.property(pieces, fc.nat(), subject, fc.boolean(), (text, cut, about, isExplicit) => {
      const position = cut % (text.length + 1)
      const found = completeFilter({ text, position, isExplicit, now }, about)
      if (found) expect(found.from <= position && position <= found.to && found.to <= text.length).toBe(true)
      for (const { from, to, message } of findFilterProblems(text, about)) {
        expect(0 <= from && from <= to && to <= text.length && message.length > 0).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})
