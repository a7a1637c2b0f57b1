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

  validate = (): void => void this.scripts.callHost('validateSettings', [this.#settings])

  submit = (...interceptors: Interceptor<Plain>[]): void => {
    runIntercepted(this.#settings, interceptors, changed => this.dao.submitSettings(changed))
  }

  get #settings(): Plain {
    const own = this as unknown as Plain
    return Object.fromEntries(this.#groups.map(name => [name, own[name]]))
  }
}
