import { expect, test } from 'vitest'
import { settings } from './Settings.ts'
import { mask, redactSettings } from './secrets.ts'

const defaults = settings.parse({})

test('M29.17 the groups are in the order of the wire format', () => {
  expect(Object.keys(defaults)).toEqual([
    'meta',
    'logs',
    'smtp',
    's3',
    'backups',
    'adminAuthToken',
    'adminPasswordResetToken',
    'adminFileToken',
    'recordAuthToken',
    'recordPasswordResetToken',
    'recordEmailChangeToken',
    'recordVerificationToken',
    'recordFileToken',
    'emailAuth',
    'googleAuth',
    'facebookAuth',
    'githubAuth',
    'gitlabAuth',
    'discordAuth',
    'twitterAuth',
    'microsoftAuth',
    'spotifyAuth',
    'kakaoAuth',
    'twitchAuth',
    'stravaAuth',
    'giteeAuth',
    'livechatAuth',
    'giteaAuth',
    'oidcAuth',
    'oidc2Auth',
    'oidc3Auth',
    'appleAuth',
    'instagramAuth',
    'vkAuth',
    'yandexAuth',
    'patreonAuth',
    'mailcowAuth',
    'bitbucketAuth',
    'planningcenterAuth',
  ])
  expect(Object.keys(defaults.meta)).toEqual([
    'appName',
    'appUrl',
    'hideControls',
    'senderName',
    'senderAddress',
    'verificationTemplate',
    'resetPasswordTemplate',
    'confirmEmailChangeTemplate',
  ])
})

test('an empty object becomes the defaults', () => {
  expect(defaults).toMatchObject({
    meta: { appName: 'Acme', appUrl: 'http://localhost:8090', hideControls: false, senderName: 'Support' },
    logs: { maxDays: 5, minLevel: 0, logIp: true },
    smtp: { enabled: false, host: 'smtp.example.com', port: 587, tls: false, authMethod: '', localName: '' },
    backups: { cron: '', cronMaxKeep: 3, s3: { enabled: false, secret: '', forcePathStyle: false } },
    adminAuthToken: { secret: '', duration: 1209600 },
    recordVerificationToken: { secret: '', duration: 604800 },
    adminFileToken: { secret: '', duration: 120 },
    emailAuth: { enabled: false, exceptDomains: null, onlyDomains: null, minPasswordLength: 0 },
    planningcenterAuth: { enabled: false, clientId: '', clientSecret: '', displayName: '', pkce: null },
  })
})

test('keeps present values and fills in missing ones', () => {
  const read = settings.parse({ meta: { appName: 'Magazine' }, googleAuth: { pkce: true }, somethingElse: 1 })
  expect(read.meta).toMatchObject({ appName: 'Magazine', senderName: 'Support' })
  expect(read.googleAuth).toMatchObject({ pkce: true, enabled: false })
  expect(read).not.toHaveProperty('somethingElse')
})

test.each(['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate'] as const)(
  'the default %s has the placeholders that a template needs',
  name => {
    const template = defaults.meta[name]
    expect(template.body).toContain('{ACTION_URL}')
    expect(template.actionUrl).toContain('{TOKEN}')
    expect(template.subject).toContain('{APP_NAME}')
  },
)

const countMasks = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + countMasks(part), 0)
    : Number(value === mask)

function withSecrets(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, /^(secret|password|clientSecret)$/.test(key) ? 'x' : withSecrets(part)]),
  )
}

test('masks all 36 secrets and nothing else', () => {
  const full = settings.parse(withSecrets(defaults))
  const shown = redactSettings(full)
  expect(countMasks(shown)).toBe(36)
  expect(JSON.stringify(shown).replaceAll(mask, 'x')).toBe(JSON.stringify(full))
  expect(full.smtp.password).toBe('x')
})

test('an empty secret stays empty', () => {
  expect(redactSettings(defaults)).toEqual(defaults)
})
