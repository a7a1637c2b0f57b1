import type { Plain } from '../../../pb/Host.ts'
import type { ScriptRunner } from '../ScriptRunner.ts'
import { Form, type Interceptor, runIntercepted } from './Form.ts'

/** Changes the settings, as in 0.22. Its properties are the groups of settings. */
export class SettingsUpsertForm extends Form {
  readonly #groups: readonly string[]

  constructor(scripts: ScriptRunner) {
    super(scripts)
    const settings = this.dao.findSettings()
    this.#groups = Object.keys(settings)
    Object.assign(this, settings)
  }

  submit = (...interceptors: Interceptor<Plain>[]): void => {
    const own = this as unknown as Plain
    const settings = Object.fromEntries(this.#groups.map(name => [name, own[name]]))
    runIntercepted(settings, interceptors, changed => this.dao.submitSettings(changed))
  }
}
