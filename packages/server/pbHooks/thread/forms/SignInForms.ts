import { Admin } from '../../../pb/Admin.ts'
import type { Collection } from '../../../pb/Collection.ts'
import type { Plain } from '../../../pb/Host.ts'
import type { Record } from '../../../pb/Record.ts'
import { GoError } from '../errors.ts'
import { recordOf } from '../queries.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** What the forms of sign-ins with a password have. */
abstract class SignInForm extends Form {
  identity = ''
  password = ''

  protected get values(): Plain {
    return { identity: this.identity, password: this.password }
  }

  /** Throws the error of 0.22 unless the password is right. Without a hash, this takes as long. */
  protected assertPassword(hash: string): void {
    const isRight = this.scripts.callHost('verifyPassword', [String(this.password), hash])
    if (!isRight) throw new GoError('Invalid login credentials.')
  }
}

/** Finds the auth record with an identity and a password, as in 0.22. Interceptors can choose it before the password is compared. */
export class RecordPasswordLoginForm extends SignInForm {
  readonly #collection: Collection

  constructor(scripts: ScriptRunner, collection: Collection) {
    super(scripts)
    this.#collection = collection
  }

  validate = (): void => void this.#find()

  submit = (...interceptors: Interceptor<Record | null>[]): Record | null =>
    runIntercepted(this.#find(), interceptors, record => {
      this.assertPassword(record?.passwordHash() ?? '')
      if (record) this.dao.checkForm('checkSingleFactor', record.collection().id, record.id)
    })

  #find(): Record | null {
    const found = this.dao.checkForm('checkSignIn', this.values, this.#collection.id) as Plain | null
    return found && recordOf(this.#collection, found)
  }
}

/** Finds the admin with an email and a password, as in 0.22. */
export class AdminLoginForm extends SignInForm {
  validate = (): void => void this.#find()

  submit = (...interceptors: Interceptor<Admin | null>[]): Admin | null =>
    runIntercepted(this.#find(), interceptors, admin => this.assertPassword(admin?.passwordHash ?? ''))

  #find(): Admin | null {
    const found = this.dao.checkForm('checkAdminSignIn', this.values) as Plain | null
    return found && new Admin(found)
  }
}
