import type { Plain } from '../../pb/Host.ts'
import { notOffered } from '../notOffered.ts'
import { missingMembers } from './errors.ts'
import { Bytes, toBytes } from './Reader.ts'
import type { ScriptRunner } from './ScriptRunner.ts'

/** A message to a realtime client, as in 0.22. Its data is text or bytes. */
export class SubscriptionMessage {
  name = ''
  data: unknown = ''

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  static received(name: string, data: string): SubscriptionMessage {
    return new SubscriptionMessage({ name, data: Bytes.fromBuffer(Buffer.from(data)) })
  }

  /** Returns it as it is sent. */
  toSend(): { name: string; data: string } {
    return { name: String(this.name), data: toBytes(this.data).toString('utf8') }
  }
}

/** A connected realtime client, as in 0.22. */
export class StreamClient {
  readonly #id: string
  readonly #ask: (name: string, ...args: unknown[]) => unknown

  constructor({ callHost }: Pick<ScriptRunner, 'callHost'>, id: string) {
    this.#id = id
    this.#ask = (name, ...args) => callHost('streams', [name, id, ...args])
  }

  id = (): string => this.#id
  /** Returns an object with a key for each subscription. */
  subscriptions = (): Plain =>
    Object.fromEntries((this.#ask('subscriptions') as string[]).map(name => [name, { query: {}, headers: {} }]))
  hasSubscription = (name: string): boolean => (this.#ask('subscriptions') as string[]).includes(String(name))
  subscribe = (...names: string[]): void => void this.#ask('subscribe', names.map(String))
  unsubscribe = (...names: string[]): void => void this.#ask('unsubscribe', names.map(String))
  send = (message: SubscriptionMessage): void => {
    const { name, data } = message.toSend()
    this.#ask('send', name, data)
  }
  get = (key: string): unknown => this.#ask('get', String(key))
  set = (key: string, value: unknown): void => void this.#ask('set', String(key), value)
  unset = (key: string): void => void this.#ask('unset', String(key))
  discard = (): void => void this.#ask('discard')
  isDiscarded = (): boolean => !(this.#ask('isConnected') as boolean)
  channel = missingMembers(notOffered.client).channel
}

/** Returns `$app.subscriptionsBroker()`: the clients that are connected to this server. */
export function createBroker(scripts: Pick<ScriptRunner, 'callHost'>) {
  const ids = () => scripts.callHost('streams', ['list']) as string[]
  return {
    clients: () => Object.fromEntries(ids().map(id => [id, new StreamClient(scripts, id)])),
    clientById: (id: string): StreamClient => {
      const client = new StreamClient(scripts, String(id))
      if (client.isDiscarded()) throw new Error(`no client associated with connection ID "${id}"`)
      return client
    },
  }
}
