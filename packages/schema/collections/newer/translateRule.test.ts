import { expect, test } from 'vitest'
import { translateRule } from './translateRule.ts'

test.each([
  [null, null],
  ['', ''],
  ['@request.body.title != ""', '@request.data.title != ""'],
  [
    '@request.body.title:isset = true || owner = @request.auth.id',
    '@request.data.title:isset = true || owner = @request.auth.id',
  ],
  ['title = "@request.body.title"', 'title = "@request.body.title"'],
  ["title = '@request.body.a' && @request.body.a = 1", "title = '@request.body.a' && @request.data.a = 1"],
  ['body = 1 // @request.body.x', 'body = 1 // @request.body.x'],
  ['@request.bodyguard = 1', '@request.bodyguard = 1'],
])('the rule %j becomes %j', (rule, expected) => {
  expect(translateRule(rule)).toBe(expected)
})
