import type { Admin } from '../../../pb/Admin.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** Creates or changes an admin, as in 0.22. */
export class AdminUpsertForm extends Form {
  id: string
  avatar: number
  email: string
  password = ''
  passwordConfirm = ''
  readonly #admin: Admin

  constructor(scripts: ScriptRunner, admin: Admin) {
    super(scripts)
    this.#admin = admin
    this.id = admin.id
    this.avatar = admin.avatar
    this.email = admin.email
  }

  validate = (): void => void this.dao.checkForm('checkAdmin', { ...this.#values, isNew: this.#admin.isNew() })

  submit = (...interceptors: Interceptor<Admin>[]): void => {
    const values = this.#values
    runIntercepted(this.#admin, interceptors, admin => this.dao.submitAdmin(admin, values))
  }

  get #values() {
    const { avatar, email, password, passwordConfirm } = this
    return { id: this.#admin.isNew() ? this.id : this.#admin.id, avatar, email, password, passwordConfirm }
  }
}
