import type { Plain } from '../../pb/Host.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

const plainOf = (settings: object): Plain => JSON.parse(JSON.stringify(settings))

/** The settings, as `$app.settings()` of 0.22. Their groups are its properties. */
export class ScriptSettings {
  readonly #callHost: ScriptRunner['callHost']

  constructor(callHost: ScriptRunner['callHost'], values: Plain = {}) {
    this.#callHost = callHost
    Object.assign(this, values)
  }

  clone(): ScriptSettings {
    return new ScriptSettings(this.#callHost, plainOf(this))
  }

  /** Returns a copy with masked secrets. */
  redactClone(): ScriptSettings {
    return new ScriptSettings(this.#callHost, this.#callHost('redactSettings', [plainOf(this)]) as Plain)
  }

  /** Changes the settings as a request of the API does, without saving them. */
  merge(changes: object): void {
    Object.assign(this, this.#callHost('mergeSettings', [plainOf(this), plainOf(changes)]))
  }

  /** Throws an error with the invalid settings. */
  validate(): void {
    this.#callHost('validateSettings', [plainOf(this)])
  }
}
