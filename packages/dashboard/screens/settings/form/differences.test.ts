import { mask, settings } from '@coffer/schema'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { judgeSettings, withoutBlanks } from './judgeSettings.ts'
import { overlay, valueAt, withoutValue, withValue } from './settingPath.ts'

const stored = settings.parse({ smtp: { password: mask }, meta: { appName: 'Magazine' } })

test('only what was changed is sent, down to the single value', () => {
  let changes = withValue({}, 'meta.appName', 'Other')
  changes = withValue(changes, 'meta.verificationTemplate.subject', 'Hello')
  changes = withValue(changes, 'smtp.port', 587)
  expect(differences(stored, overlay(stored, changes))).toEqual({
    meta: { appName: 'Other', verificationTemplate: { subject: 'Hello' } },
  })
})

test('a masked secret is never sent, a typed one and an emptied one are', () => {
  const draft = (password: string) => overlay(stored, { smtp: { password } })
  expect(differences(stored, draft(mask))).toEqual({})
  expect(differences(stored, draft('new'))).toEqual({ smtp: { password: 'new' } })
  expect(differences(stored, draft(''))).toEqual({ smtp: { password: '' } })
  const typed = overlay(settings.parse({}), { smtp: { password: mask } })
  expect(differences(settings.parse({}), typed)).toEqual({})
})

test('lists are sent as a whole, null is a value', () => {
  const draft = overlay(stored, { emailAuth: { onlyDomains: ['a.example'] }, googleAuth: { pkce: false } })
  expect(differences(stored, draft)).toEqual({ emailAuth: { onlyDomains: ['a.example'] }, googleAuth: { pkce: false } })
})

test('a change is taken back without a trace', () => {
  const changes = withValue(withValue({}, 'meta.appName', 'x'), 'smtp.password', 'y')
  expect(withoutValue(changes, 'smtp.password')).toEqual({ meta: { appName: 'x' } })
  expect(withoutValue(changes, 'smtp.port')).toEqual(changes)
  expect(valueAt(changes, 'meta.appName.x')).toBeUndefined()
})

test('a page judges what it shows, and no masked secret', () => {
  const draft = settings.parse({
    meta: { appName: '', senderName: '' },
    smtp: { enabled: true, host: '' },
    adminAuthToken: { secret: mask, duration: 1 },
  })
  expect(judgeSettings(stored, draft, ['meta.appName', 'smtp'])).toEqual({
    'meta.appName': 'Cannot be blank.',
    'smtp.host': 'Cannot be blank.',
  })
  expect(judgeSettings(stored, draft, ['adminAuthToken'])).toEqual({ 'adminAuthToken.duration': 'Must be no less than 5.' })
  const half = overlay(draft, { smtp: { host: 'mail.example', port: 2.5 } })
  expect(judgeSettings(stored, half, ['smtp'])).toEqual({ 'smtp.port': 'Must be a whole number.' })
})

test('an empty number is blank and sent as 0, and a typed 0 is too small', () => {
  const withPort = (port: number | null) => overlay(stored, { smtp: { enabled: true, port } })
  expect(judgeSettings(stored, withPort(null), ['smtp'])).toEqual({ 'smtp.port': 'Cannot be blank.' })
  expect(judgeSettings(stored, withPort(0), ['smtp'])).toEqual({ 'smtp.port': 'Must be greater than 0.' })
  expect(judgeSettings(stored, withPort(70_000), ['smtp'])).toEqual({ 'smtp.port': 'Must be no greater than 65535.' })
  const draft = overlay(stored, { smtp: { port: null }, googleAuth: { pkce: null } })
  expect(withoutBlanks(stored, draft)).toEqual(overlay(stored, { smtp: { port: 0 } }))
})
