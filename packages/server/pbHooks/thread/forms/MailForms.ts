import type { Admin } from '../../../pb/Admin.ts'
import type { Collection } from '../../../pb/Collection.ts'
import { DateTime } from '../../../pb/DateTime.ts'
import type { Record } from '../../../pb/Record.ts'
import { GoError } from '../errors.ts'
import { createMails } from '../mails.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** What the forms for mails to an email have. */
abstract class RequestForm extends Form {
  email = ''

  /** Throws an error with the invalid fields. */
  validate = (): void => void this.dao.checkForm('checkEmail', { email: this.email })

  protected assertNotSentRecently(sentAt: unknown, message: string): void {
    if (this.dao.wasSentRecently(sentAt)) throw new GoError(message)
  }
}

/** What the forms for mails to an auth record have. */
abstract class RecordRequestForm extends RequestForm {
  readonly #collection: Collection

  constructor(scripts: ScriptRunner, collection: Collection) {
    super(scripts)
    this.#collection = collection
  }

  protected find(): Record {
    this.validate()
    return this.dao.findAuthRecordByEmail(this.#collection.id, String(this.email))
  }

  /** Stores the time of a mail, which delays the next one. */
  protected noteMail(record: Record, column: string): void {
    record.set(column, new DateTime())
    this.dao.saveChanges(record)
  }
}

/** Sends the mail for a new password, as in 0.22. */
export class RecordPasswordResetRequestForm extends RecordRequestForm {
  submit = (...interceptors: Interceptor<Record>[]): void => {
    const record = this.find()
    this.assertNotSentRecently(record.lastResetSentAt(), "You've already requested a password reset.")
    runIntercepted(record, interceptors, mailed => {
      createMails(this.scripts).sendRecordPasswordReset(undefined, mailed)
      this.noteMail(mailed, 'lastResetSentAt')
    })
  }
}

/** Sends the mail for a verification, as in 0.22. A verified record gets none. */
export class RecordVerificationRequestForm extends RecordRequestForm {
  submit = (...interceptors: Interceptor<Record>[]): void => {
    const record = this.find()
    if (!record.verified()) this.assertNotSentRecently(record.lastVerificationSentAt(), 'A verification email was already sent.')
    runIntercepted(record, interceptors, mailed => {
      if (mailed.verified()) return
      createMails(this.scripts).sendRecordVerification(undefined, mailed)
      this.noteMail(mailed, 'lastVerificationSentAt')
    })
  }
}

/** Sends the mail for a new email to this email, as in 0.22. */
export class RecordEmailChangeRequestForm extends Form {
  newEmail = ''
  readonly #record: Record

  constructor(scripts: ScriptRunner, record: Record) {
    super(scripts)
    this.#record = record
  }

  validate = (): void => {
    const record = this.#record
    this.dao.checkForm('checkNewEmail', { newEmail: this.newEmail }, record.collection().id, record.email())
  }

  submit = (...interceptors: Interceptor<Record>[]): void => {
    this.validate()
    runIntercepted(this.#record, interceptors, record =>
      createMails(this.scripts).sendRecordChangeEmail(undefined, record, String(this.newEmail)),
    )
  }
}

/** Sends an admin the mail for a new password, as in 0.22. */
export class AdminPasswordResetRequestForm extends RequestForm {
  submit = (...interceptors: Interceptor<Admin>[]): void => {
    this.validate()
    const admin = this.dao.findAdminByEmail(String(this.email))
    this.assertNotSentRecently(admin.lastResetSentAt, 'You have already requested a password reset.')
    runIntercepted(admin, interceptors, mailed => {
      createMails(this.scripts).sendAdminPasswordReset(undefined, mailed)
      this.dao.noteAdminMail(mailed)
    })
  }
}
