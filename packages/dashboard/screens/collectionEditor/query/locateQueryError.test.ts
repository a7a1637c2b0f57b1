import { expect, test } from 'vitest'
import { locateQueryError } from './locateQueryError.ts'

function place(query: string, message: string) {
  const found = locateQueryError(query, `Invalid query - ${message}.`)
  return found && query.slice(found.from, found.to)
}

test.each([
  ['select id, nothing from posts', 'no such column: nothing', 'nothing'],
  ['select p.id, p.nothing from posts p', 'no such column: p.nothing', 'p.nothing'],
  ['select id from nowhere', 'no such table: nowhere', 'nowhere'],
  ['select id from nowhere', 'no such table: main.nowhere', 'nowhere'],
  ['select id, foo(title) as x from posts', 'no such function: foo', 'foo'],
  ['select id from posts, tags', 'ambiguous column name: id', 'id'],
  ['select id from posts whre x = 1', 'near "x": syntax error', 'x'],
  ['select id from posts where ) = 1', 'near ")": syntax error', ')'],
  ["select id, 'nothing' as a, nothing from posts -- nothing", 'no such column: nothing', 'nothing'],
])('in "%s", the error "%s" is located', (query, message, expected) => {
  expect(place(query, message)).toBe(expected)
})

test.each([
  ['select id from posts where x = x', 'near "x": syntax error', 'the token is ambiguous'],
  ['select id from posts', 'near ")": syntax error', 'the token is not in the query'],
  ['select title from posts', 'missing required id column', 'the error has no position'],
  ['select id', 'incomplete input', 'the error has no position'],
])('in "%s", the error "%s" is not located because %s', (query, message) => {
  expect(place(query, message)).toBeUndefined()
})
