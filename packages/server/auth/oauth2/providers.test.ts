import { providerNames } from '@coffer/schema'
import { describe, expect, test } from 'vitest'
import type { ProviderReply, UserSource } from './Provider.ts'
import type { ProviderUser } from './ProviderProof.ts'
import { providers } from './providers.ts'
import { newerProviderCases, type ProviderCase } from './testing/newerProviderCases.ts'

const emptyUser: ProviderUser = { id: '', name: '', username: '', email: '', isEmailVerified: false, avatarUrl: '' }
const userApiUrl = 'https://provider.example/user'

const sourceOf = ({ token = {}, authUrl = '', tokenUrl = '', emails }: ProviderCase): UserSource => ({
  clientId: 'client',
  authUrl,
  tokenUrl,
  userApiUrl,
  token,
  request: async (address): Promise<ProviderReply> => {
    expect(address).toBe(emails?.at ?? `${userApiUrl}/emails`)
    return { status: emails?.status ?? 200, json: () => emails?.json }
  },
})

const mail = 'ann@fresh.example'
const avatarUrl = 'https://pics.example/a'
const listed = (entry: object) => [{ email: 'other@fresh.example' }, { email: mail, ...entry }]

const deniedEmails = (emails: ProviderCase['emails'], reply: object, user: Partial<ProviderUser>): ProviderCase[] =>
  [401, 403, 404].map(status => ({ reply, emails: { ...emails, status, json: {} }, user }))

const oidcCases: ProviderCase[] = [
  {
    reply: { sub: 'o1', name: 'Ann', preferred_username: 'ann', picture: avatarUrl, email: mail, email_verified: true },
    user: { id: 'o1', name: 'Ann', username: 'ann', email: mail, avatarUrl },
  },
  ...[true, 1, 'true', '1', 'T'].map(email_verified => ({
    reply: { sub: 'o1', email: mail, email_verified },
    user: { id: 'o1', email: mail },
  })),
  ...[false, 0, 'false', '', 'yes', null, undefined].map(email_verified => ({
    reply: { sub: 'o1', email: mail, email_verified },
    user: { id: 'o1' },
  })),
  { reply: { sub: 'o1', email_verified: {} } },
  { reply: { sub: 5 } },
  { reply: { sub: 'o1', name: 5 } },
  { reply: { sub: null }, user: {} },
  { reply: 'o1' },
  { reply: null },
]

/** Creates a token response with an ID token of these claims. */
function identity(claims: object) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return { id_token: `${encode({ alg: 'RS256' })}.${encode({ aud: 'client', ...claims })}.c2lnbmVk` }
}

const tenantUrls = (auth: string, token = auth, host = 'https://login.microsoftonline.com') => ({
  authUrl: `${host}/${auth}/oauth2/v2.0/authorize`,
  tokenUrl: `${host}/${token}/oauth2/v2.0/token`,
})

const tenant = 'b0a1c2d3-0000-4000-8000-1234567890ab'

const provenMicrosoft: Partial<ProviderCase>[] = [
  ...[tenant, tenant.toUpperCase(), 'contoso.onmicrosoft.com', 'contoso.example'].map(own => tenantUrls(own)),
  tenantUrls(tenant, tenant, 'https://login.microsoftonline.us'),
  ...[{ xms_edov: true }, { xms_edov: 1 }, { xms_edov: '1' }, { email_verified: true }].flatMap(flag => [
    { token: identity({ email: mail, ...flag }) },
    { token: identity({ email: mail.toUpperCase(), ...flag }) },
    { reply: { id: 'm1', mail, email: mail, ...flag } },
  ]),
]

const unprovenMicrosoft: Partial<ProviderCase>[] = [
  ...['common', 'organizations', 'consumers', 'Common', '9188040d-6c67-4c5b-b112-36a304b66dad', 'oauth2'].map(shared =>
    tenantUrls(shared),
  ),
  tenantUrls(tenant, 'common'),
  tenantUrls('common', tenant),
  tenantUrls(tenant, 'contoso.example'),
  { authUrl: 'https://proxy.example/auth', tokenUrl: 'https://proxy.example/token' },
  { token: identity({ email: mail }) },
  { token: identity({ email: mail, xms_edov: false, email_verified: 'false' }) },
  { token: identity({ email: 'other@fresh.example', xms_edov: true }) },
  { token: identity({ xms_edov: true }) },
  { token: identity({ aud: 'another client', email: mail, xms_edov: true }) },
  { reply: { id: 'm1', mail, xms_edov: true } },
]

const cases: Record<string, ProviderCase[]> = {
  apple: [
    { reply: { sub: 'a1', email: mail, email_verified: 'true' }, user: { id: 'a1', email: mail } },
    { reply: { sub: 'a1', email: mail, email_verified: false, name: 'Ann' }, user: { id: 'a1', name: 'Ann' } },
    { reply: { sub: 'a1', user: { name: { firstName: 'Ann', lastName: 'Ash' } } }, user: { id: 'a1', name: 'Ann Ash' } },
    { reply: { sub: 'a1', user: { name: { firstName: '', lastName: 'Ash' } } }, user: { id: 'a1', name: 'Ash' } },
  ],
  google: [
    {
      reply: { id: 'g1', name: 'Gil', picture: avatarUrl, email: mail, verified_email: true },
      user: { id: 'g1', name: 'Gil', email: mail, avatarUrl },
    },
    { reply: { id: 'g2', email: mail, verified_email: false }, user: { id: 'g2' } },
    { reply: { id: 'g2', email: mail, verified_email: 'true' } },
  ],
  microsoft: [
    { reply: { id: 'm1', displayName: 'Mia', mail }, user: { id: 'm1', name: 'Mia', email: mail, isEmailVerified: false } },
    ...provenMicrosoft.map(one => ({ reply: { id: 'm1', mail }, user: { id: 'm1', email: mail }, ...one })),
    ...unprovenMicrosoft.map(one => ({
      reply: { id: 'm1', mail },
      user: { id: 'm1', email: mail, isEmailVerified: false },
      ...one,
    })),
    { reply: { id: 'm2', mail: null }, token: identity({ email: '', email_verified: true }), user: { id: 'm2' } },
  ],
  yandex: [
    {
      reply: { id: 'y1', real_name: 'Yan', login: 'yan', default_email: mail, is_avatar_empty: false, default_avatar_id: '77' },
      user: {
        id: 'y1',
        name: 'Yan',
        username: 'yan',
        email: mail,
        isEmailVerified: false,
        avatarUrl: 'https://avatars.yandex.net/get-yapic/77/islands-200',
      },
    },
    { reply: { id: 'y2', is_avatar_empty: true, default_avatar_id: '78' }, user: { id: 'y2' } },
  ],
  facebook: [
    {
      reply: { id: 'f1', name: 'Fay', email: mail, picture: { data: { url: avatarUrl } } },
      user: { id: 'f1', name: 'Fay', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { id: 'f2', picture: null }, user: { id: 'f2' } },
  ],
  instagram: [{ reply: { id: 'i1', username: 'ina', email: mail }, user: { id: 'i1', username: 'ina' } }],
  github: [
    {
      reply: { id: 11, login: 'gus', name: 'Gus', avatar_url: avatarUrl, email: 'public@fresh.example' },
      emails: { json: listed({ primary: true, verified: true }) },
      user: { id: '11', name: 'Gus', username: 'gus', email: mail, avatarUrl },
    },
    { reply: { id: 12, email: mail }, emails: { json: listed({ primary: true, verified: false }) }, user: { id: '12' } },
    { reply: { id: 12, email: mail }, emails: { json: listed({ primary: false, verified: true }) }, user: { id: '12' } },
    ...deniedEmails({}, { id: 13, email: mail }, { id: '13' }),
    { reply: { id: 14 }, emails: { status: 500 } },
    { reply: { id: 14 }, emails: { json: { message: 'no list' } } },
    { reply: {}, emails: { json: [] }, user: { id: '0' } },
    { reply: { id: '11' } },
    { reply: { id: 2 ** 53 } },
  ],
  gitlab: [
    {
      reply: {
        id: 21,
        name: 'Gla',
        username: 'gla',
        avatar_url: avatarUrl,
        email: mail,
        confirmed_at: '2024-05-01T10:00:00.000Z',
      },
      user: { id: '21', name: 'Gla', username: 'gla', email: mail, avatarUrl },
    },
    { reply: { id: 22, email: mail, confirmed_at: '2024-05-01T10:00:00+02:00' }, user: { id: '22', email: mail } },
    ...[undefined, null, '', 'yes', '2024-05-01', '2024-13-01T10:00:00Z'].map(confirmed_at => ({
      reply: { id: 22, email: mail, confirmed_at },
      user: { id: '22' },
    })),
    { reply: {}, user: { id: '0' } },
  ],
  bitbucket: [
    {
      reply: {
        uuid: '{b}',
        display_name: 'Bit',
        username: 'bit',
        account_status: 'active',
        links: { avatar: { href: avatarUrl } },
      },
      emails: { json: { values: listed({ is_primary: true, is_confirmed: true }) } },
      user: { id: '{b}', name: 'Bit', username: 'bit', email: mail, avatarUrl },
    },
    {
      reply: { uuid: '{b}', account_status: 'active' },
      emails: { json: { values: listed({ is_primary: true, is_confirmed: false }) } },
      user: { id: '{b}' },
    },
    { reply: { uuid: '{b}', account_status: 'active' }, emails: { status: 500 }, user: { id: '{b}' } },
    { reply: { uuid: '{b}', account_status: 'inactive' } },
    { reply: { uuid: '{b}' } },
  ],
  gitee: [
    {
      reply: { id: 41, name: 'Gee', login: 'gee', avatar_url: avatarUrl, email: mail },
      user: { id: '41', name: 'Gee', username: 'gee', email: mail, isEmailVerified: false, avatarUrl },
    },
    {
      reply: { id: 42, email: 'no email' },
      emails: { at: 'https://gitee.com/api/v5/emails', json: listed({ state: 'confirmed', scope: ['primary', 'notified'] }) },
      user: { id: '42', email: mail },
    },
    ...[
      listed({ state: 'unconfirmed', scope: ['primary'] }),
      listed({ state: 'confirmed', scope: ['notified'] }),
      [{ email: 'no email', state: 'confirmed', scope: ['primary'] }],
      { message: 'no list' },
    ].map(json => ({ reply: { id: 42 }, emails: { at: 'https://gitee.com/api/v5/emails', json }, user: { id: '42' } })),
    ...deniedEmails({ at: 'https://gitee.com/api/v5/emails' }, { id: 43 }, { id: '43' }),
    { reply: { id: 44 }, emails: { at: 'https://gitee.com/api/v5/emails', status: 500 } },
    { reply: { email: mail }, user: { id: '0', email: mail, isEmailVerified: false } },
  ],
  gitea: [
    {
      reply: { id: 31, full_name: 'Tea', login: 'tea', avatar_url: avatarUrl, email: 'public@fresh.example' },
      emails: { json: listed({ primary: true, verified: true }) },
      user: { id: '31', name: 'Tea', username: 'tea', email: mail, avatarUrl },
    },
    { reply: { email: mail }, emails: { json: [] }, user: { id: '0' } },
    ...deniedEmails({}, { id: 33, email: mail }, { id: '33' }),
  ],
  discord: [
    {
      reply: { id: 'd1', username: 'dis', discriminator: '1234', avatar: 'abc', email: mail, verified: true },
      user: {
        id: 'd1',
        name: 'dis#1234',
        username: 'dis',
        email: mail,
        avatarUrl: 'https://cdn.discordapp.com/avatars/d1/abc.png',
      },
    },
    ...['0', '', null].map(discriminator => ({
      reply: { id: 'd2', username: 'dis', discriminator, email: mail, verified: false },
      user: { id: 'd2', name: 'dis', username: 'dis', avatarUrl: 'https://cdn.discordapp.com/avatars/d2/.png' },
    })),
    {
      reply: { id: 'd3', username: 'dis', global_name: 'Dis Play', discriminator: '0', avatar: 'x' },
      user: { id: 'd3', name: 'Dis Play', username: 'dis', avatarUrl: 'https://cdn.discordapp.com/avatars/d3/x.png' },
    },
  ],
  twitter: [
    {
      reply: { data: { id: 't1', name: 'Twi', username: 'twi', profile_image_url: avatarUrl, email: mail } },
      user: { id: 't1', name: 'Twi', username: 'twi', avatarUrl },
    },
    { reply: {}, user: {} },
  ],
  kakao: [
    {
      reply: {
        id: 51,
        properties: { nickname: 'kak', profile_image: avatarUrl },
        kakao_account: { email: mail, is_email_valid: true, is_email_verified: true },
      },
      user: { id: '51', username: 'kak', email: mail, avatarUrl },
    },
    { reply: { id: 52, kakao_account: { email: mail, is_email_valid: true, is_email_verified: false } }, user: { id: '52' } },
    { reply: { id: 52, kakao_account: { email: mail, is_email_valid: false, is_email_verified: true } }, user: { id: '52' } },
    { reply: {}, user: { id: '0' } },
  ],
  vk: [
    {
      reply: { response: [{ id: 61, first_name: 'Vera', last_name: 'K', screen_name: 'vera', photo_max: avatarUrl }, {}] },
      token: { email: mail },
      user: { id: '61', name: 'Vera K', username: 'vera', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { response: [{ id: 62, first_name: 'Only', last_name: '' }] }, user: { id: '62', name: 'Only' } },
    { reply: { response: [{ id: 62 }] }, token: { email: 5 }, user: { id: '62' } },
    { reply: { response: [{}] }, user: { id: '0' } },
    { reply: { response: [] } },
    { reply: {} },
  ],
  spotify: [
    {
      reply: { id: 's1', display_name: 'Spo', images: [{ url: avatarUrl }, { url: 'https://pics.example/b' }], email: mail },
      user: { id: 's1', name: 'Spo', avatarUrl },
    },
    { reply: { id: 's2', images: [] }, user: { id: 's2' } },
    { reply: { id: 's2', images: null }, user: { id: 's2' } },
  ],
  twitch: [
    {
      reply: { data: [{ id: 'w1', display_name: 'Twi', login: 'twi', profile_image_url: avatarUrl, email: mail }] },
      user: { id: 'w1', name: 'Twi', username: 'twi', email: mail, isEmailVerified: false, avatarUrl },
    },
    { reply: { data: [] } },
  ],
  patreon: [
    {
      reply: {
        data: {
          id: 'p1',
          attributes: { full_name: 'Pat', vanity: 'pat', image_url: avatarUrl, email: mail, is_email_verified: true },
        },
      },
      user: { id: 'p1', name: 'Pat', username: 'pat', email: mail, avatarUrl },
    },
    { reply: { data: { id: 'p2', attributes: { email: mail, is_email_verified: false } } }, user: { id: 'p2' } },
  ],
  strava: [
    {
      reply: { id: 71, firstname: 'Stan', lastname: 'Swift', username: 'stan', profile: avatarUrl, email: mail },
      user: { id: '71', name: 'Stan Swift', username: 'stan', avatarUrl },
    },
    { reply: { id: 0, firstname: 'Stan' }, user: { name: 'Stan' } },
    { reply: {}, user: {} },
  ],
  livechat: [
    {
      reply: { account_id: 'l1', name: 'Liv', avatar_url: avatarUrl, email: mail, email_verified: true },
      user: { id: 'l1', name: 'Liv', email: mail, avatarUrl },
    },
    { reply: { account_id: 'l2', email: mail, email_verified: false }, user: { id: 'l2' } },
  ],
  mailcow: [
    {
      reply: { id: 'c1', full_name: 'Mail Cow', username: 'cow@dairy.example', email: mail, active: 1 },
      user: { id: 'c1', name: 'Mail Cow', username: 'cow', email: mail, isEmailVerified: false },
    },
    { reply: { id: 'c2', username: 'calf', active: 1 }, user: { id: 'c2', username: 'calf' } },
    { reply: { id: 'c3', active: 0 } },
    { reply: { id: 'c3' } },
  ],
  planningcenter: [
    {
      reply: { data: { id: 'n1', attributes: { name: 'Pia', avatar: avatarUrl, status: 'active', email: mail } } },
      user: { id: 'n1', name: 'Pia', avatarUrl },
    },
    { reply: { data: { id: 'n2', attributes: { name: 'Pia', status: 'inactive' } } } },
    { reply: { data: { id: 'n2' } } },
    { reply: {} },
  ],
  ...newerProviderCases,
  oidc: oidcCases,
  oidc2: oidcCases,
  oidc3: oidcCases,
}

test('every provider is defined and tested, sorted by name', () => {
  expect(Object.keys(providers)).toEqual([...providerNames].sort())
  expect(Object.entries(providers).filter(([name, provider]) => provider.name !== name)).toEqual([])
  expect(Object.keys(cases).sort()).toEqual([...providerNames].sort())
})

describe.each(Object.values(providers))('$name', provider => {
  const own = (cases[provider.name] ?? []).map(one => ({ ...one, text: JSON.stringify(one) }))

  test.each(own.filter(({ user }) => user !== undefined))('parses the user in $text', async one => {
    const isEmailVerified = Boolean(one.user?.email)
    expect(await provider.toUser(one.reply, sourceOf(one))).toEqual({ ...emptyUser, isEmailVerified, ...one.user })
  })

  test.each(own.filter(({ user }) => user === undefined))('rejects the user in $text', async one => {
    await expect(provider.toUser(one.reply, sourceOf(one))).rejects.toThrow()
  })
})
