import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scratchDir } from '../../harness/scratchDir.ts'
import { type MailingServer, serveMails } from '../../harness/serveMails.ts'

const path = process.env.PATH

let folder: string
let server: MailingServer

beforeEach(async () => {
  folder = await mkdtemp(join(scratchDir, 'coffer-sendmail-'))
})
afterEach(async () => {
  process.env.PATH = path
  await server.stop()
  await rm(folder, { recursive: true })
})

/** Installs a sendmail program on the PATH that records its input. */
async function install(end = '') {
  const program = join(folder, 'sendmail')
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/arguments'\ncat > '${folder}/input'\n${end}\n`)
  await chmod(program, 0o755)
  process.env.PATH = [folder, path].join(delimiter)
  server = await serveMails({ enabled: false })
}

const kept = (name: 'arguments' | 'input') => readFile(join(folder, name), 'utf8')

describe('without a mail server in the settings', () => {
  test('without SMTP, emails go to the sendmail program as HTML', async () => {
    await install()
    expect(await server.sendTest()).toBe('')
    expect(await kept('arguments')).toBe('reader@readers.example\n')
    const input = await kept('input')
    expect(input.slice(0, input.indexOf('\n\n')).split('\n')).toEqual([
      'Content-Type: text/html; charset=UTF-8',
      'From: Magazine Desk <desk@magazine.example>',
      'Subject: Verify your Small Magazine email',
      'To: reader@readers.example',
    ])
    expect(input).toContain('>Verify</a>')
  })

  test('line breaks in the settings cannot add headers to an email', async () => {
    await install()
    const meta = { appName: 'Grüße\r\nBcc: all@x.example', senderName: 'A "Desk"\nX-Header: 1' }
    expect((await server.patchSettings({ meta })).status).toBe(200)
    expect(await server.sendTest()).toBe('')
    const head = (await kept('input')).split('\n\n')[0] ?? ''
    expect(head.split('\n').map(line => line.split(':')[0])).toEqual(['Content-Type', 'From', 'Subject', 'To'])
    const { from, subject } = await PostalMime.parse(head)
    expect(from).toEqual({ name: 'A "Desk" X-Header: 1', address: 'desk@magazine.example' })
    expect(subject).toBe('Verify your Grüße Bcc: all@x.example email')
  })

  test('an email address cannot be an option of the sendmail program', async () => {
    await install()
    const email = '-X/tmp/log@readers.example'
    expect(
      (await server.post('collections/users/request-email-change', { newEmail: email }, server.tokenOf('dave'))).status,
    ).toBe(204)
    expect(await kept('arguments')).toBe(`<${email}>\n`)
  })

  test('an error message of the sendmail program is part of the response', async () => {
    await install('echo "no route" >&2; exit 75')
    expect(await server.sendTest()).toBe('Failed to send the test email. Raw error: \nsendmail ended with status 75. no route.')
  })

  test('without a sendmail program, the error says what to do', async () => {
    server = await serveMails({ enabled: false })
    process.env.PATH = folder
    expect(await server.sendTest()).toMatch(/Failed to locate a sendmail executable path\. Enable a mail server \(SMTP\)/)
  })
})
