import type { RealtimeHub } from '../realtime/RealtimeHub.ts'

/** Maximum characters of the values that scripts store with a client, and of a message that they send. */
const maxValuesLength = 64 * 1024
const maxMessageLength = 1024 * 1024
/** Limits of subscriptions, as in requests. */
const maxSubscriptions = 1000
const maxSubscriptionLength = 2500

type Streams = Pick<RealtimeHub, 'clientIds' | 'find' | 'subscriptionsOf' | 'subscribe'>

/** Creates the operations of `$app.subscriptionsBroker()` and of its clients, which the main thread performs. */
export function streamOperations(streams: () => Streams) {
  const clientOf = (id: string) => {
    const client = streams().find(id)
    if (!client) throw new Error(`No client with the id ${id} is connected to this server.`)
    return client
  }
  const replace = (id: string, subscriptions: readonly string[]): void => {
    if (subscriptions.length > maxSubscriptions || subscriptions.some(({ length }) => length > maxSubscriptionLength))
      throw new Error(`A client can have ${maxSubscriptions} subscriptions of ${maxSubscriptionLength} characters.`)
    const { listener } = clientOf(id)
    streams().subscribe({ clientId: id, subscriptions, listener, start: { application: '', isSameOrigin: false } })
  }
  const operations = {
    list: () => streams().clientIds,
    isConnected: (id: string) => streams().clientIds.includes(id),
    subscriptions: (id: string) => [...streams().subscriptionsOf(id)],
    subscribe: (id: string, added: readonly string[]) => replace(id, [...new Set([...streams().subscriptionsOf(id), ...added])]),
    unsubscribe: (id: string, removed: readonly string[]) => {
      const left = removed.length === 0 ? [] : [...streams().subscriptionsOf(id)].filter(name => !removed.includes(name))
      replace(id, left)
    },
    send: (id: string, name: string, data: string) => {
      if (data.length > maxMessageLength) throw new Error(`A message can have ${maxMessageLength} characters.`)
      clientOf(id).sendMessage(name, data)
    },
    get: (id: string, key: string) => streams().find(id)?.values.get(key) ?? null,
    set: (id: string, key: string, value: unknown) => {
      const { values } = clientOf(id)
      const length = JSON.stringify([...values, [key, value]]).length
      if (length > maxValuesLength) throw new Error(`A client can hold values of ${maxValuesLength} characters.`)
      values.set(key, value)
    },
    unset: (id: string, key: string) => void clientOf(id).values.delete(key),
    request: (id: string) => streams().find(id)?.request ?? null,
    discard: (id: string) => clientOf(id).end(),
  }
  return (name: keyof typeof operations, ...args: never[]): unknown =>
    (operations[name] as (...args: never[]) => unknown)(...args)
}
