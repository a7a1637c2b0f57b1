import PostalMime from 'postal-mime'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, type MailServerSetup, openMailServer, trustMailServers } from '../../harness/openMailServer.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'

const credentials = { username: 'desk@magazine.example', password: 'pass-of-the-desk' }

let mailServer: MailServer
let server: MailingServer

beforeAll(trustMailServers)
afterEach(async () => {
  await server.stop()
  await mailServer.close()
})

async function start(setup: MailServerSetup, smtp: Parameters<typeof serveMails>[0] = {}) {
  mailServer = await openMailServer(setup)
  server = await serveMails({ port: mailServer.port, ...smtp })
}

test('an email has a text and an HTML part and the configured sender', async () => {
  await start({}, { localName: 'magazine.example' })
  expect(await server.sendTest()).toBe('')
  const [mail] = mailServer.taken
  expect(mail).toMatchObject({
    from: 'desk@magazine.example',
    to: ['reader@readers.example'],
    isEncrypted: false,
    clientName: 'magazine.example',
  })
  const head = String(mail?.source)
    .split('\r\n\r\n')[0]
    ?.replace(/\r\n\s+/g, ' ')
  expect(head).toMatch(/^From: Magazine Desk <desk@magazine\.example>$/m)
  expect(head).toMatch(/^To: reader@readers\.example$/m)
  expect(head).toMatch(/^Message-ID: <[A-Za-z0-9]{15}@magazine\.example>$/m)
  expect(head).toMatch(/^Date: [A-Z][a-z]{2}, \d+ [A-Z][a-z]{2} \d{4} [\d:]{8} [+-]\d{4}$/m)
  expect(mail?.source.match(/^Content-Transfer-Encoding: .*$/gm)).toEqual(
    Array(2).fill('Content-Transfer-Encoding: quoted-printable'),
  )
  const { text, html } = await PostalMime.parse(String(mail?.source))
  expect(text).toMatch(/^Hello, \n.*\[Verify\]\(https:\/\/magazine\.example\/_\/#\/auth\/confirm-verification\/eyJ[\w.-]+\)/s)
  expect(html).toContain('<a class="btn" href="https://magazine.example/_/#/auth/confirm-verification/eyJ')
  expect(html).toContain('a.btn {')
})

test('the application name is escaped in every part of an email, and a URL remains a link', async () => {
  await start({})
  const appName = `R&D <b onclick="x">'s desk`
  const verificationTemplate = {
    actionUrl: '{APP_URL}/confirm?token={TOKEN}&lang=en',
    body: '<a href="{ACTION_URL}">{APP_NAME}</a>',
  }
  expect((await server.patchSettings({ meta: { appName, verificationTemplate } })).status).toBe(200)
  expect(await server.sendTest()).toBe('')
  const { subject, text, html } = await PostalMime.parse(String(mailServer.taken[0]?.source))
  expect(subject).toBe(`Verify your ${appName} email`)
  expect(html).toMatch(
    /<a href="https:\/\/magazine\.example\/confirm\?token=eyJ[\w.-]+&amp;lang=en">R&amp;D &lt;b onclick=&quot;x&quot;&gt;&#39;s desk<\/a>/,
  )
  expect(text).toMatch(/^\[R&D <b onclick="x">'s desk\]\(https:\/\/magazine\.example\/confirm\?token=eyJ[\w.-]+&lang=en\)/)
})

describe('SMTP authentication', () => {
  test.each([
    ['', 'PLAIN'],
    ['PLAIN', 'PLAIN'],
    ['LOGIN', 'LOGIN'],
  ])('credentials are sent with the method %j over implicit TLS', async (authMethod, used) => {
    await start({ tls: 'always', credentials }, { tls: true, authMethod, ...credentials })
    expect(await server.sendTest()).toBe('')
    expect(mailServer.taken[0]).toMatchObject({ isEncrypted: true, authMethod: used, clientName: 'localhost' })
  })

  test('credentials are sent after STARTTLS', async () => {
    await start({ tls: 'offered', credentials }, { host: 'localhost', ...credentials })
    expect(await server.sendTest()).toBe('')
    expect(mailServer.taken[0]).toMatchObject({ isEncrypted: true, authMethod: 'PLAIN' })
  })

  test('credentials are sent without TLS to a mail server on this machine', async () => {
    await start({ credentials }, { ...credentials })
    expect(await server.sendTest()).toBe('')
    expect(mailServer.taken[0]).toMatchObject({ isEncrypted: false, authMethod: 'PLAIN' })
  })

  test('credentials are not sent without TLS to a remote mail server', async () => {
    await start({ credentials, host: '127.0.0.2' }, { host: '127.0.0.2', ...credentials })
    expect(await server.sendTest()).toMatch(/^Failed to send the test email\. Raw error: \n.*STARTTLS/)
    expect(mailServer.count.logins).toBe(0)
  })

  test('the error about rejected credentials does not contain the password', async () => {
    await start({ tls: 'always', credentials }, { tls: true, ...credentials, password: 'wrong-password' })
    expect(await server.sendTest()).toMatch(/^Failed to send the test email\. Raw error: \n.*535.*no: \*{6}/)
    expect(mailServer.count.logins).toBe(1)
  })
})

describe('an untrusted mail server', () => {
  test.each<[string, MailServerSetup, object]>([
    ['implicit TLS', { tls: 'always', isUntrusted: true }, { tls: true }],
    ['STARTTLS', { tls: 'offered', isUntrusted: true }, {}],
  ])('an untrusted mail server gets no email over %s', async (_, setup, smtp) => {
    await start(setup, { host: 'localhost', ...smtp })
    expect(await server.sendTest()).toMatch(/certificate/)
    expect(mailServer.taken).toEqual([])
  })

  test('a plaintext mail server gets no email when TLS is required', async () => {
    await start({}, { tls: true })
    expect(await server.sendTest()).toMatch(/^Failed to send the test email\. Raw error: \n.+/)
    expect(mailServer.taken).toEqual([])
  })
})
