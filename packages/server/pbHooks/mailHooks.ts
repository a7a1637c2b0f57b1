import { type Mail, MailError, type MailHooks, type MailJob, type MailSubject, type Recipient } from '../mail/MailJob.ts'
import { type EventValue, type ScriptedEvents, scriptName } from '../messages/ScriptedCall.ts'
import type { ScriptCall, ScriptFailure, ScriptOutcome, ScriptRequest } from './messages.ts'

/** A mail that a script sends with `$mails` or a form. */
export type ScriptMail = MailJob & { mail: MailSubject['mail'] | 'test' }

/** Thrown when a hook of a mail fails. */
export class MailHookError extends MailError {
  readonly failure: ScriptFailure

  constructor(failure: ScriptFailure) {
    super(failure.message, true)
    this.failure = failure
  }
}

interface Address {
  name?: string
  address?: string
}

/** A mail as hooks see and change it. */
export interface HookedMail {
  from?: Address
  to?: Address[]
  cc?: Address[]
  bcc?: Address[]
  subject?: string
  html?: string
  text?: string
  headers?: Record<string, string>
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>\n')

const recipients = (list: Address[] | undefined): Recipient[] =>
  (list ?? []).map(({ name = '', address = '' }) => ({ name, address }))

/** Returns a mail of a script. A mail with only text gets the text as HTML. */
export function mailOf({ from, to, cc, bcc, subject = '', html, text, headers }: HookedMail): Mail {
  return {
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    to: recipients(to),
    cc: recipients(cc),
    bcc: recipients(bcc),
    subject,
    html: html || escaped(text ?? ''),
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
    ...(text && { text }),
  }
}

function messageOf({ from, to, subject, html }: Mail): HookedMail {
  const list = to.map(one => (typeof one === 'string' ? { name: '', address: one } : one))
  return { from, to: list, cc: [], bcc: [], subject, html, text: '', headers: {} }
}

/** The mails belong to no request. */
const noRequest: ScriptRequest = { method: '', url: '', headers: {}, params: {}, pattern: '', remoteIp: '', isSecure: false }

const names = {
  verification: 'RecordVerification',
  passwordReset: 'RecordResetPassword',
  emailChange: 'RecordChangeEmail',
  adminPasswordReset: 'AdminResetPassword',
} as const

function valuesOf({ owner, token, newEmail }: MailSubject, mail: Mail): Record<string, EventValue> {
  const { collection, values } = owner
  const model: EventValue = collection ? { kind: 'record', collectionId: collection.id, values } : { kind: 'admin', values }
  return {
    [collection ? 'record' : 'admin']: model,
    mailClient: { kind: 'mailClient' },
    message: { kind: 'plain', value: messageOf(mail) },
    meta: { kind: 'plain', value: { token, ...(newEmail !== undefined && { newEmail }) } },
  }
}

/** What calls hooks of scripts. */
interface HookCaller {
  readonly hookNames: readonly string[] | undefined
  call: (call: ScriptCall) => Promise<ScriptOutcome>
}

/** Calls the hooks of scripts before and after mails to auth records and admins. */
export function mailHooks(scripts: HookCaller): MailHooks {
  return async (composed, deliver) => {
    const { mail, subject } = composed
    if (!subject) return deliver(composed)
    const { collection } = subject.owner
    const tags = ['*', ...(collection ? [collection.id, collection.name] : [])]
    const call = async (time: 'Before' | 'After', values: Record<string, EventValue>) => {
      const event = `onMailer${time}${names[subject.mail]}Send`
      if (!tags.some(tag => scripts.hookNames?.includes(scriptName(tag, event)))) return { values }
      const events: ScriptedEvents = {
        kind: 'events',
        events: [event],
        values,
        ...(collection && { collectionId: collection.id }),
      }
      const outcome = await scripts.call({ kind: 'events', call: events, request: noRequest })
      if (outcome.failure) throw new MailHookError(outcome.failure)
      return outcome
    }
    const before = await call('Before', valuesOf(subject, mail))
    if ('isStopped' in before && before.isStopped) return
    const values = before.values ?? {}
    const message = values.message?.kind === 'plain' ? (values.message.value as HookedMail) : messageOf(mail)
    await deliver({ ...composed, mail: mailOf(message) })
    await call('After', { ...valuesOf(subject, mail), message: { kind: 'plain', value: message } })
  }
}
