import { afterEach, expect, test, vi } from 'vitest'
import { escapeControls, lines, print, printError, printJson } from './terminal.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['an escape sequence', '\x1b]0;owned\x07', '\\u001b]0;owned\\u0007'],
  ['a C1 control character', '\x9b2J', '\\u009b2J'],
  ['a line break', 'a\r\nb\u2028c', 'a\\r\\nb\\u2028c'],
  ['a direction override', 'a\u202egnp.exe\u2066', 'a\\u202egnp.exe\\u2066'],
  ['half of a surrogate pair', 'a\ud800', 'a\\ud800'],
  ['letters, emoji and joiners', 'Grüße שלום 👩‍🚀 می‌خواهم', 'Grüße שלום 👩‍🚀 می‌خواهم'],
])('escapeControls escapes %s', (_, text, expected) => {
  expect(escapeControls(text)).toBe(expected)
})

test('JSON is printed with escapes that do not change its values', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const value = { name: 'a\n\u202e\x9b', list: ['\u2028'] }
  printJson(value)
  const [[text = ''] = []] = log.mock.calls as string[][]
  expect(text).toMatch(/^[\n\x20-\x7e]*$/)
  expect(JSON.parse(text)).toEqual(value)
})

test('a printed value cannot start a line', () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  print`Own text\nof ${2} lines: ${'a\nError: forged'}`
  expect(log.mock.calls).toEqual([['Own text\nof 2 lines: a\\nError: forged']])
})

test('the lines of an error are indented', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  printError`Error: ${lines('one\ntwo\x1b')}`
  printError`Error: ${new Error('one\nError: forged')}`
  const [[first = ''] = [], [second = ''] = []] = error.mock.calls as string[][]
  expect(first).toBe('Error: one\n    two\\u001b')
  expect(second).toContain('Error: one\n    Error: forged\n        at ')
})
