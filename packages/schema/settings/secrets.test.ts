import { expect, test } from 'vitest'
import { settings } from './Settings.ts'
import { mask, redactSettings, unmaskSettings } from './secrets.ts'

const stored = settings.parse({
  smtp: { password: 'mail' },
  backups: { s3: { secret: 'bucket' } },
  recordAuthToken: { secret: 'token' },
  oidc2Auth: { clientSecret: 'client' },
})

test('masked settings that come back unchanged equal the stored ones', () => {
  const shown = redactSettings(stored)
  expect(shown.smtp.password).toBe(mask)
  expect(unmaskSettings(shown, stored)).toEqual(stored)
})

test('a changed or emptied secret replaces the stored one', () => {
  const sent = {
    ...redactSettings(stored),
    smtp: { ...stored.smtp, password: '' },
    oidc2Auth: { ...stored.oidc2Auth, clientSecret: '***' },
  }
  expect(unmaskSettings(sent, stored)).toEqual({ ...stored, smtp: sent.smtp, oidc2Auth: sent.oidc2Auth })
})

test('a mask without a stored secret becomes an empty secret', () => {
  expect(unmaskSettings({ ...stored, s3: { ...stored.s3, secret: mask } }, stored)).toEqual(stored)
})
