import type { Admin } from '../../pb/Admin.ts'
import type { Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'
import type { ScriptMail } from '../mailHooks.ts'
import { notOffered } from '../notOffered.ts'
import { GoError } from './errors.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** Sends mails, as `$app.newMailClient()` of 0.22. Throws the error of the mail server. */
export class MailClient {
  readonly #callHost: ScriptRunner['callHost']

  constructor({ callHost }: Pick<ScriptRunner, 'callHost'>) {
    this.#callHost = callHost
  }

  send = (message: Plain): void => {
    if (Object.keys(Object(message.attachments)).length > 0)
      throw new GoError(`attachments are not offered. ${notOffered.mail.attachments}`)
    this.#callHost('sendMail', [JSON.parse(JSON.stringify(message))])
  }
}

/** `$mails` of 0.22: sends a mail with a token at once, with the hooks of the mail. Throws their errors, and the mail server's. */
export function createMails({ callHost }: ScriptRunner) {
  const send = (job: ScriptMail): void => void callHost('sendTokenMail', [job])
  const about = (record: Record) => ({ collectionId: record.collection().id, recordId: record.id, email: record.email() })
  return {
    sendRecordVerification: (_: unknown, record: Record): void => send({ mail: 'verification', ...about(record) }),
    sendRecordPasswordReset: (_: unknown, record: Record): void => send({ mail: 'passwordReset', ...about(record) }),
    sendRecordChangeEmail: (_: unknown, record: Record, newEmail: string): void => {
      const { collectionId, recordId } = about(record)
      send({ mail: 'emailChange', collectionId, recordId, newEmail: String(newEmail) })
    },
    sendAdminPasswordReset: (_: unknown, { id, email }: Admin): void => send({ mail: 'adminPasswordReset', adminId: id, email }),
  }
}
