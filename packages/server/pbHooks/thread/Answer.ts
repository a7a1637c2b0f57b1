import type { EventAnswer } from '../../messages/ScriptedCall.ts'
import type { Plain } from '../../pb/Host.ts'
import { Record } from '../../pb/Record.ts'
import { goJson } from './goJson.ts'

/** Returns the entries of a record that hooks have changed. */
export function changesOf(before: Plain, after: Plain): Plain {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => goJson(value) !== goJson(before[name])))
}

interface Page {
  items: unknown[]
}

/** Creates the JSON of a response from an event, before and after its hooks. */
export class Answer {
  readonly #answer: EventAnswer
  readonly #json: Plain
  readonly #event: Plain
  /** What the API shows of the records before the hooks. */
  readonly #shown = new Map<unknown, Plain>()
  readonly #models: readonly unknown[]

  /** Adds `result` to the event of a page. */
  constructor(answer: EventAnswer, json: unknown, event: Plain) {
    this.#answer = answer
    this.#json = json as Plain
    this.#event = event
    this.#models = [event[answer.of]].flat()
    if (answer.is === 'page') event.result = { ...this.#json, items: [...this.#models] }
    for (const model of this.#models) if (model instanceof Record) this.#shown.set(model, model.publicExport())
  }

  /** Returns the JSON after the hooks. */
  json(): string {
    return goJson(this.#value())
  }

  #value(): unknown {
    const event = this.#event
    const value = event[this.#answer.of]
    switch (this.#answer.is) {
      case 'value':
        return value
      case 'token':
        return { ...this.#json, token: value }
      case 'record':
        return this.#merge(value, this.#json)
      case 'page': {
        const result = event.result as Page
        const items = (this.#json as unknown as Page).items
        const known = (item: unknown) => items[this.#models.indexOf(item)] as Plain | undefined
        return { ...result, items: [...result.items].map(item => this.#merge(item, known(item))) }
      }
      case 'auth': {
        const { meta, ...json } = this.#json
        const shownMeta = event.meta ?? meta
        const shown = this.#merge(value, json[this.#answer.of] as Plain)
        return { ...json, [this.#answer.of]: shown, token: event.token, ...(shownMeta !== undefined && { meta: shownMeta }) }
      }
    }
  }

  /** Puts what hooks have changed of a record into what the response has of it. */
  #merge(value: unknown, json: Plain | undefined): unknown {
    const before = this.#shown.get(value)
    if (!(value instanceof Record) || !before || !json) return value
    return { ...json, ...changesOf(before, value.publicExport()) }
  }
}
