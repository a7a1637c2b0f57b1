import { expect, test } from 'vitest'
import { mergeSettings } from './mergeSettings.ts'
import { settings } from './Settings.ts'

const current = settings.parse({
  meta: { appName: 'Magazine' },
  emailAuth: { onlyDomains: ['a.example', 'b.example'] },
  googleAuth: { pkce: true, clientId: 'mine' },
})

test.each([
  ['nothing', {}, current],
  ['null', null, current],
  ['unknown keys', { other: 1, smtp: { other: { x: 1 } }, toString: 'x' }, current],
  ['a prototype', JSON.parse('{"__proto__":{"meta":{"appName":"x"}},"meta":{"__proto__":{"appName":"x"}}}'), current],
  ['keys in another case', { META: { AppName: 'Other' } }, { ...current, meta: { ...current.meta, appName: 'Other' } }],
  [
    'a list',
    { emailAuth: { onlyDomains: ['c.example'] } },
    { ...current, emailAuth: { ...current.emailAuth, onlyDomains: ['c.example'] } },
  ],
  [
    'null where it is a value',
    { googleAuth: { pkce: null, clientId: null } },
    { ...current, googleAuth: { ...current.googleAuth, pkce: null } },
  ],
])('merges %s', (_, sent, expected) => {
  expect(mergeSettings(current, sent)).toEqual(expected)
})

test.each([
  'text',
  [],
  { meta: [] },
  { smtp: 'x' },
  { smtp: { port: '25' } },
  { smtp: { port: 2.5 } },
  { logs: { maxDays: Number.POSITIVE_INFINITY } },
  { logs: { logIp: 1 } },
  { googleAuth: { pkce: 'true' } },
  { emailAuth: { onlyDomains: [1] } },
])('rejects %j, which has the wrong type', sent => {
  expect(() => mergeSettings(current, sent)).toThrow()
})
