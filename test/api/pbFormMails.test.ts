import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { sendMailTo } from '../harness/copySample.ts'
import { openMailSink } from '../harness/openMailSink.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { signToken } from '../harness/signToken.ts'

/** Submits the form that the path names. The client of the mail sends verifications, in place of the server. */
const source = `
  routerAdd('POST', '/form/:name', (c) => {
    const dao = $app.dao()
    const { record } = $apis.requestInfo(c).query
    const target = record ? dao.findRecordById('users', record) : dao.findCollectionByNameOrId('users')
    const form = new globalThis[c.pathParam('name')]($app, target)
    c.bind(form)
    try { form.submit() } catch (error) {
      if (!error.value || typeof error.value === 'string') return c.json(200, { error: String(error) })
      throw error
    }
    return c.json(200, { error: null })
  })
  onMailerBeforeRecordVerificationSend((e) => {
    e.message.subject = 'By the client'
    e.mailClient.send(e.message)
    return false
  })`

test('forms of pb_hooks send the mails of 0.22, not again within two minutes, and reject what the API rejects', async () => {
  const sink = await openMailSink()
  onTestFinished(sink.close)
  const { ask, coffer, dataDir } = await openPbHooks(source, { prepare: [sendMailTo(sink.port)] })
  const form = async (path: string, body: object) => (await ask('POST', `/form/${path}`, { body })).json
  const sent = { error: null }
  const noRows = { error: 'GoError: sql: no rows in result set' }

  const reset = 'RecordPasswordResetRequestForm'
  expect(await form(reset, { email: 'carol@readers.example' })).toEqual(sent)
  expect((await sink.take(1)).map(({ to }) => to)).toEqual(['carol@readers.example'])
  const again = "GoError: You've already requested a password reset."
  expect(await form(reset, { email: 'carol@readers.example' })).toEqual({ error: again })
  expect(await form(reset, { email: 'nobody@readers.example' })).toEqual(noRows)
  const invalid = await askApi(coffer.port, 'POST', '/api/collections/users/request-password-reset', { body: { email: 'x' } })
  expect((await form(reset, { email: 'x' })).data).toEqual(invalid.json.data)

  const verification = 'RecordVerificationRequestForm'
  expect(await form(verification, { email: 'alice@readers.example' })).toEqual(sent)
  expect(await form(verification, { email: 'erin@readers.example' })).toEqual(sent)
  const mails = await sink.take(1)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['erin@readers.example', 'By the client']])
  const verified = 'GoError: A verification email was already sent.'
  expect(await form(verification, { email: 'erin@readers.example' })).toEqual({ error: verified })

  const change = 'RecordEmailChangeRequestForm?record=dave00000000001'
  expect(await form(change, { newEmail: 'dave@new.example' })).toEqual(sent)
  expect((await sink.take(1)).map(({ to }) => to)).toEqual(['dave@new.example'])
  const token = signToken(dataDir, 'auth', 'users:dave')
  for (const newEmail of ['', 'alice@readers.example']) {
    const path = '/api/collections/users/request-email-change'
    const { json } = await askApi(coffer.port, 'POST', path, { token, body: { newEmail } })
    expect((await form(change, { newEmail })).data).toEqual(json.data)
  }

  const admin = 'AdminPasswordResetRequestForm'
  expect(await form(admin, { email: 'second@magazine.example' })).toEqual(sent)
  expect((await sink.take(1)).map(({ to }) => to)).toEqual(['second@magazine.example'])
  const repeated = 'GoError: You have already requested a password reset.'
  expect(await form(admin, { email: 'second@magazine.example' })).toEqual({ error: repeated })
  expect(await form(admin, { email: 'nobody@magazine.example' })).toEqual(noRows)

  expect(await form('TestEmailSendForm', { email: 'test@readers.example', template: 'verification' })).toEqual(sent)
  expect((await sink.take(1)).map(({ to }) => to)).toEqual(['test@readers.example'])
  for (const body of [{}, { email: 'x', template: 'nope' }]) {
    const { json } = await ask('POST', '/api/settings/test/email', { body })
    expect((await form('TestEmailSendForm', body)).data).toEqual(json.data)
  }
})

test('the mail of a form leaves what has changed while it was sent as it is', async () => {
  const sink = await openMailSink()
  onTestFinished(sink.close)
  const { ask } = await openPbHooks(
    `
    routerAdd('POST', '/reset', (c) => {
      const form = new RecordPasswordResetRequestForm($app, $app.dao().findCollectionByNameOrId('users'))
      form.email = 'carol@readers.example'
      form.submit()
      const carol = $app.dao().findRecordById('users', 'carol0000000001')
      return c.json(200, { name: carol.get('name'), isNoted: carol.lastResetSentAt().string() !== '' })
    })
    onMailerBeforeRecordResetPasswordSend((e) => {
      const record = $app.dao().findRecordById('users', e.record.id)
      record.set('name', 'Changed by the hook')
      $app.dao().saveRecord(record)
    })`,
    { prepare: [sendMailTo(sink.port)] },
  )
  expect((await ask('POST', '/reset')).json).toEqual({ name: 'Changed by the hook', isNoted: true })
  expect(await sink.take(1)).toHaveLength(1)
})
