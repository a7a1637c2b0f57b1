import { mask, settings } from '@coffer/schema'
import { expect, test } from 'vitest'
import { differences } from './differences.ts'
import { overlay, valueAt, withoutValue, withValue } from './settingPath.ts'
import { validateShownSettings, withoutBlanks } from './validateShownSettings.ts'

const stored = settings.parse({ smtp: { password: mask }, meta: { appName: 'Magazine' } })

test('differences contain only the changed values, even within a group', () => {
  let changes = withValue({}, 'meta.appName', 'Other')
  changes = withValue(changes, 'meta.verificationTemplate.subject', 'Hello')
  changes = withValue(changes, 'smtp.port', 587)
  expect(differences(stored, overlay(stored, changes))).toEqual({
    meta: { appName: 'Other', verificationTemplate: { subject: 'Hello' } },
  })
})

test('differences never contain a masked secret, but a typed or an emptied one', () => {
  const draft = (password: string) => overlay(stored, { smtp: { password } })
  expect(differences(stored, draft(mask))).toEqual({})
  expect(differences(stored, draft('new'))).toEqual({ smtp: { password: 'new' } })
  expect(differences(stored, draft(''))).toEqual({ smtp: { password: '' } })
  const typed = overlay(settings.parse({}), { smtp: { password: mask } })
  expect(differences(settings.parse({}), typed)).toEqual({})
})

test('differences contain whole lists, and treat null and false as different values', () => {
  const draft = overlay(stored, { emailAuth: { onlyDomains: ['a.example'] }, googleAuth: { pkce: false } })
  expect(differences(stored, draft)).toEqual({ emailAuth: { onlyDomains: ['a.example'] }, googleAuth: { pkce: false } })
})

test('withoutValue removes a change and the groups that it leaves empty', () => {
  const changes = withValue(withValue({}, 'meta.appName', 'x'), 'smtp.password', 'y')
  expect(withoutValue(changes, 'smtp.password')).toEqual({ meta: { appName: 'x' } })
  expect(withoutValue(changes, 'smtp.port')).toEqual(changes)
  expect(valueAt(changes, 'meta.appName.x')).toBeUndefined()
})

test('validateShownSettings validates only the shown settings, without masked secrets', () => {
  const draft = settings.parse({
    meta: { appName: '', senderName: '' },
    smtp: { enabled: true, host: '' },
    adminAuthToken: { secret: mask, duration: 1 },
  })
  expect(validateShownSettings(stored, draft, ['meta.appName', 'smtp'])).toEqual({
    'meta.appName': 'Cannot be blank.',
    'smtp.host': 'Cannot be blank.',
  })
  expect(validateShownSettings(stored, draft, ['adminAuthToken'])).toEqual({
    'adminAuthToken.duration': 'Must be no less than 5.',
  })
  const half = overlay(draft, { smtp: { host: 'mail.example', port: 2.5 } })
  expect(validateShownSettings(stored, half, ['smtp'])).toEqual({ 'smtp.port': 'Must be a whole number.' })
})

test('an empty number input is blank and sent as 0, while a typed 0 is too small', () => {
  const withPort = (port: number | null) => overlay(stored, { smtp: { enabled: true, port } })
  expect(validateShownSettings(stored, withPort(null), ['smtp'])).toEqual({ 'smtp.port': 'Cannot be blank.' })
  expect(validateShownSettings(stored, withPort(0), ['smtp'])).toEqual({ 'smtp.port': 'Must be greater than 0.' })
  expect(validateShownSettings(stored, withPort(70_000), ['smtp'])).toEqual({ 'smtp.port': 'Must be no greater than 65535.' })
  const draft = overlay(stored, { smtp: { port: null }, googleAuth: { pkce: null } })
  expect(withoutBlanks(stored, draft)).toEqual(overlay(stored, { smtp: { port: 0 } }))
})
