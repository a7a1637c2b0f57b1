import { Admin } from '../../../pb/Admin.ts'
import type { Collection } from '../../../pb/Collection.ts'
import type { Plain } from '../../../pb/Host.ts'
import type { Record } from '../../../pb/Record.ts'
import type { KnownHolder } from '../../authOperations.ts'
import { recordOf } from '../queries.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

const holderOf = (record: Record): KnownHolder => ({ id: record.id, tokenKey: record.tokenKey(), email: record.email() })

/** What the forms with the token of a mail to an auth record have. */
abstract class RecordTokenForm extends Form {
  token = ''
  readonly #collection: Collection

  constructor(scripts: ScriptRunner, collection: Collection) {
    super(scripts)
    this.#collection = collection
  }

  /** Throws an error with the invalid fields. */
  validate = (): void => void this.find()

  /** Checks the form, and returns the auth record that the token belongs to. */
  protected abstract find(): Record

  protected findBy(check: `check${string}`, values: Plain): Record {
    const found = this.dao.checkForm(check, { token: this.token, ...values }, this.#collection.id) as Plain
    return recordOf(this.#collection, found)
  }

  /** Saves an auth record, unless the token was used since it was checked. */
  protected save(record: Record, interceptors: readonly Interceptor<Record>[], known: KnownHolder): Record {
    return runIntercepted(record, interceptors, changed => this.dao.saveChanges(changed, known))
  }
}

/** Verifies the email of an auth record, as in 0.22. */
export class RecordVerificationConfirmForm extends RecordTokenForm {
  submit = (...interceptors: Interceptor<Record>[]): Record => {
    const record = this.find()
    if (record.verified()) return runIntercepted(record, interceptors, () => undefined)
    const known = holderOf(record)
    record.setVerified(true)
    return this.save(record, interceptors, known)
  }

  protected find(): Record {
    return this.findBy('checkVerification', {})
  }
}

/** Sets the password of an auth record, as in 0.22. The mail has also verified its email. */
export class RecordPasswordResetConfirmForm extends RecordTokenForm {
  password = ''
  passwordConfirm = ''

  submit = (...interceptors: Interceptor<Record>[]): Record => {
    const record = this.find()
    const known = holderOf(record)
    record.setPassword(this.password)
    record.set('lastResetSentAt', '')
    if (record.email() !== '') record.setVerified(true)
    return this.save(record, interceptors, known)
  }

  protected find(): Record {
    const { password, passwordConfirm } = this
    return this.findBy('checkPasswordReset', { password, passwordConfirm })
  }
}

/** Sets the email of an auth record to the one of the token, as in 0.22. */
export class RecordEmailChangeConfirmForm extends RecordTokenForm {
  password = ''

  submit = (...interceptors: Interceptor<Record>[]): Record => {
    const record = this.find()
    const known = holderOf(record)
    record.setEmail(String(this.scripts.claimsOf(this.token).newEmail))
    record.setVerified(true)
    record.refreshTokenKey()
    return this.save(record, interceptors, known)
  }

  protected find(): Record {
    return this.findBy('checkEmailChange', { password: this.password })
  }
}

/** Sets the password of an admin, as in 0.22. */
export class AdminPasswordResetConfirmForm extends Form {
  token = ''
  password = ''
  passwordConfirm = ''

  validate = (): void => void this.#find()

  submit = (...interceptors: Interceptor<Admin>[]): Admin => {
    const admin = this.#find()
    const { id, tokenKey, email } = admin
    admin.setPassword(this.password)
    return runIntercepted(admin, interceptors, changed => this.dao.saveTokenOwner(changed, { id, tokenKey, email }))
  }

  #find(): Admin {
    const { token, password, passwordConfirm } = this
    return new Admin(this.dao.checkForm('checkAdminPasswordReset', { token, password, passwordConfirm }) as Plain)
  }
}
