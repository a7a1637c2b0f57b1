import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { encodeWords } from 'nodemailer/lib/mime-funcs'
import { messageOf } from '../errors/inspectError.ts'
import type { Mail, Recipient } from './MailJob.ts'
import { MailError } from './MailJob.ts'

const defaultPaths = ['/usr/sbin/sendmail', '/usr/bin/sendmail']

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function findSendmail(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  for (const path of [...defaultPaths, ...folders.map(folder => join(folder, 'sendmail'))]) if (await isProgram(path)) return path
  throw new MailError(
    'Failed to locate a sendmail executable path. Enable a mail server (SMTP) in the mail settings, or install sendmail.',
    true,
  )
}

const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ')

const encoded = (value: string): string => encodeWords(oneLine(value), 'Q', 52)

/** Formats a display name. It is encoded completely if any part of it would be ambiguous. */
const encodedName = (name: string): string => (/^[\w ]*$/.test(name) ? name : encodeWords(oneLine(name), 'Q', 52, true))

/** Returns the text of recipients in a header. */
const mailboxes = (recipients: readonly Recipient[]): string =>
  recipients
    .map(one => (typeof one === 'string' || one.name === '' ? addressOf(one) : `${encodedName(one.name)} <${one.address}>`))
    .join(', ')

const addressOf = (recipient: Recipient): string => (typeof recipient === 'string' ? recipient : recipient.address)

const messageText = ({ from, to, cc = [], subject, html, headers = {} }: Mail): string =>
  [
    'Content-Type: text/html; charset=UTF-8',
    `From: ${encodedName(from.name)} <${from.address}>`,
    `Subject: ${encoded(subject)}`,
    `To: ${oneLine(mailboxes(to))}`,
    ...(cc.length > 0 ? [`Cc: ${oneLine(mailboxes(cc))}`] : []),
    ...Object.entries(headers).map(([name, value]) => `${name.replaceAll(/[^\w-]/g, '')}: ${oneLine(value)}`),
    '',
    html,
  ].join('\n')

/** Returns the address as an argument. The brackets prevent an address that begins with a dash from being read as an option. */
const argumentFor = (address: string): string => (address.startsWith('-') ? `<${address}>` : address)

/**
 * Delivers a mail as HTML with the sendmail program of this machine.
 * @throws MailError
 */
export async function sendBySendmail(mail: Mail, signal: AbortSignal): Promise<void> {
  const recipients = [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])].map(addressOf)
  const program = spawn(await findSendmail(), recipients.map(argumentFor), { stdio: ['pipe', 'ignore', 'pipe'], signal })
  // A program that exits early closes its input. Its exit code is more informative than this error.
  program.stdin.on('error', () => undefined).end(messageText(mail))
  try {
    const [said, [status]] = await Promise.all([text(program.stderr), once(program, 'close')])
    if (status !== 0) throw new MailError(`sendmail ended with status ${status}. ${said.trim()}`.trim(), false)
  } catch (error) {
    throw error instanceof MailError ? error : new MailError(`sendmail failed: ${messageOf(error)}`, false)
  }
}
