import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailSink, openMailSink } from './openMailSink.ts'

let sink: MailSink
beforeAll(async () => {
  sink = await openMailSink()
})
afterAll(() => sink.close())

async function send(lines: string[]) {
  const socket = connect(sink.port, '127.0.0.1')
  await once(socket, 'data')
  for (const command of ['EHLO me', 'MAIL FROM:<a@x.example>', 'RCPT TO:<b@x.example>', 'DATA']) {
    socket.write(`${command}\r\n`)
    await once(socket, 'data')
  }
  socket.end(`${lines.join('\r\n')}\r\n.\r\nQUIT\r\n`)
  await text(socket)
}

test('an email is parsed into its parts', async () => {
  await send([
    'From: =?utf-8?q?=C3=9Cnsal_=22Desk=22=2C_Inc?= <desk@x.example>',
    'To: b@x.example',
    'Subject: =?utf-8?b?R3LDvMOfZQ==?=',
    'Content-Type: multipart/alternative; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'one=20two',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>one</p>',
    '--b--',
  ])
  const [mail] = await sink.take(1)
  expect(mail).toMatchObject({ from: '"Ünsal \\"Desk\\", Inc" <desk@x.example>', to: 'b@x.example', subject: 'Grüße' })
  expect(mail?.text.trim()).toBe('one two')
  expect(mail?.html.trim()).toBe('<p>one</p>')
})

test('emails that were returned once are not returned again', async () => {
  expect(await sink.take(0)).toEqual([])
})
