import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../../harness/askApi.ts'
import { mailSettings } from '../../../harness/openMailServer.ts'
import { type MailSink, openMailSink } from '../../../harness/openMailSink.ts'
import { type ServedMagazine, serveMagazine } from '../../collections/serveMagazine.ts'

let sink: MailSink
let magazine: ServedMagazine
beforeAll(async () => {
  sink = await openMailSink()
  magazine = await serveMagazine('inline', [mailSettings({ port: sink.port })])
})
afterAll(async () => {
  await magazine.close()
  await sink.close()
})

const change = (collection: string, body: object) =>
  askApi(magazine.port, 'PATCH', `/today/api/collections/${collection}`, { token: magazine.admin, body })

const post = (path: string, body: object, token?: string) => askApi(magazine.port, 'POST', `/api/${path}`, { body, token })

const own = {
  subject: '{APP_NAME}: welcome, {RECORD:name}',
  body: '<p>{RECORD:name} of {RECORD:role}, {RECORD:tokenKey}</p><a href="{APP_URL}/_/#/auth/confirm-verification/{TOKEN}">Go</a>',
}

test('mails of a collection use its own templates, with values of the record, and others the ones of the settings', async () => {
  const changed = await change('users', { verificationTemplate: own })
  expect(changed.json).toMatchObject({
    verificationTemplate: own,
    resetPasswordTemplate: { subject: 'Reset your {APP_NAME} password' },
  })
  await magazine.change('PATCH', '/users/records/erin00000000001', { name: 'Erin\n<b>' })
  expect((await post('collections/users/request-verification', { email: 'erin@readers.example' })).status).toBe(204)
  const [mail] = await sink.take(1)
  expect(mail?.subject).toBe('Small Magazine: welcome, Erin <b>')
  expect(mail?.html).toContain('<p>Erin &lt;b&gt; of reader, {RECORD:tokenKey}</p>')
  const [, token = ''] = /"[^"]*\/_\/#\/auth\/confirm-verification\/([^"]+)"/.exec(mail?.html ?? '') ?? []
  expect((await post('collections/users/confirm-verification', { token })).status).toBe(204)
  expect((await post('collections/users/request-password-reset', { email: 'erin@readers.example' })).status).toBe(204)
  expect((await sink.take(1))[0]?.subject).toBe('Reset your Small Magazine password')
})

test('a template can use the link of the settings, and null removes it', async () => {
  await change('users', { resetPasswordTemplate: { subject: 'Own', body: '<a href="{ACTION_URL}">Go</a>' } })
  expect((await post('collections/users/request-password-reset', { email: 'dave@readers.example' })).status).toBe(204)
  const [mail] = await sink.take(1)
  expect([mail?.subject, mail?.html]).toEqual(['Own', expect.stringMatching(/\/_\/#\/auth\/confirm-password-reset\/ey/)])
  await magazine.change('PATCH', '/users', { options: { coffer: { templates: { resetPasswordTemplate: null } } } })
  const { options } = await magazine.change('GET', '/users?coffer=true')
  expect(options).toMatchObject({ coffer: { templates: { verificationTemplate: own } } })
  expect(JSON.stringify(options)).not.toContain('resetPasswordTemplate')
})

test('a test mail has the template of the named collection, or the one of the settings', async () => {
  await change('users', { verificationTemplate: own })
  const send = (body: object) =>
    post('settings/test/email', { template: 'verification', email: 'a@b.example', ...body }, magazine.admin)
  for (const [collection, subject] of [
    ['users', 'Small Magazine: welcome, {RECORD:name}'],
    ['_pb_users_auth_', 'Small Magazine: welcome, {RECORD:name}'],
    ['clients', 'Verify your Small Magazine email'],
    ['_superusers', 'Verify your Small Magazine email'],
    [undefined, 'Verify your Small Magazine email'],
  ]) {
    expect((await send(collection === undefined ? {} : { collection })).status).toBe(204)
    expect([collection, (await sink.take(1))[0]?.subject]).toEqual([collection, subject])
  }
  for (const collection of ['posts', 'nothing'])
    expect((await send({ collection })).json).toMatchObject({
      data: {
        collection: { code: 'validation_invalid_auth_collection', message: 'Must be a valid auth collection id or name.' },
      },
    })
})

test('test mails show the one-time password and the sign-in alert of the named collection, or their defaults', async () => {
  await change('users', {
    otp: { emailTemplate: { subject: 'Code', body: '<p>{OTP} for {OTP_ID}</p>' } },
    authAlert: { emailTemplate: { subject: 'New place', body: '<p>{ALERT_INFO}</p>' } },
  })
  for (const prefix of ['', 'today/'])
    for (const [template, collection, subject, text] of [
      ['otp', 'users', 'Code', '<p>123456 for __pb_test_otp_id__</p>'],
      ['otp', undefined, 'OTP for Small Magazine', '<strong>123456</strong>'],
      ['login-alert', 'users', 'New place', '<p>a test of this mail</p>'],
      ['login-alert', '_superusers', 'Login from a new location', 'your Small Magazine account'],
    ]) {
      const path = `/${prefix}api/settings/test/email`
      const body = { template, email: 'a@b.example', ...(collection && { collection }) }
      expect((await askApi(magazine.port, 'POST', path, { token: magazine.admin, body })).status).toBe(204)
      const [mail] = await sink.take(1)
      expect([template, mail?.subject, mail?.html]).toEqual([template, subject, expect.stringContaining(text ?? '')])
    }
})
