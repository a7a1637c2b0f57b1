import { expect, test } from 'vitest'
import { domainHelp } from '../domains/domainHelp.ts'
import { textHelp } from './textHelp.ts'

test.each([
  [{ min: null, max: null, pattern: '' }, ''],
  [{ min: 1, max: null, pattern: '' }, ''],
  [{ min: 3, max: null, pattern: '' }, 'At least 3 characters.'],
  [{ min: null, max: 80, pattern: '' }, 'Up to 80 characters.'],
  [{ min: 2, max: 80, pattern: '^[a-z]+$' }, 'From 2 to 80 characters. Must match ^[a-z]+$'],
  [{ min: 4, max: 4, pattern: '' }, 'Exactly 4 characters.'],
])('describes the text limits %j as %j', (limits, help) => {
  expect(textHelp(limits)).toBe(help)
})

test.each([
  [{ onlyDomains: null, exceptDomains: [] }, ''],
  [{ onlyDomains: ['a.example', 'b.example'], exceptDomains: null }, 'Only at a.example, b.example.'],
  [{ onlyDomains: null, exceptDomains: [...'abcdefg'] }, 'Not at a, b, c, d, e and 2 more.'],
])('describes the domain lists %j as %j', (lists, help) => {
  expect(domainHelp(lists)).toBe(help)
})
