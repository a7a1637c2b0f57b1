import { expect } from 'vitest'
import { openListener } from '../../exchanges/runner/openListener.ts'
import { askApi } from '../../harness/askApi.ts'
import { subscriptionWith } from '../../harness/eventStreams.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'
import { requesters, waysOf } from './comparedAnswers.ts'
import type { BuiltCollection } from './randomCollections.ts'

/** A collection whose events every listener receives. */
const last = 'lastchange'

/**
 * Subscriptions whose events follow all events of the earlier changes: subscriptions with options get theirs in turns of their own, so
 * each kind has its own last event.
 */
const lastTopics = [`${last}/*`, subscriptionWith(last, { fields: '*' })]

/** Listens as each requester in both dialects. */
export async function openListeners(magazine: ServedMagazine) {
  const { port, asAdmin } = magazine
  const fields = [{ name: 'count', type: 'number' }]
  await asAdmin('POST', '/today/api/collections', { name: last, listRule: '', viewRule: '', fields })
  const { id } = await asAdmin('POST', `/api/collections/${last}/records`, { count: 0 })
  const listeners = await Promise.all(
    requesters.flatMap(who =>
      waysOf(magazine, who).map(async ({ prefix, token }) => {
        const { clientId, take, close } = await openListener(port, prefix.replace('/api', ''))
        const subscribe = async (subscriptions: readonly string[]) => {
          const { status } = await askApi(port, 'POST', `${prefix}/realtime`, { token, body: { clientId, subscriptions } })
          expect(status, who).toBe(204)
        }
        return { who, take, close, subscribe }
      }),
    ),
  )

  /** Asserts that all listeners of a requester receive the same events of a change, without hidden fields unless it is an admin. */
  const compareEvents = async (built: readonly BuiltCollection[]): Promise<void> => {
    const expand = 'owner,peer,peer.owner'
    const topics = built.flatMap(({ name, ids }) => [subscriptionWith(name, { expand }), `${name}/${ids[0]}`])
    for (const { take, subscribe } of listeners) {
      take()
      await subscribe([...topics, ...lastTopics])
    }
    for (const { name, ids } of built) await asAdmin('PATCH', `/api/collections/${name}/records/${ids[0]}`, { text1: 'open' })
    await asAdmin('PATCH', `/api/collections/${last}/records/${id}`, { 'count+': 1 })
    const heard = new Map<string, string[]>()
    for (const { who, take, subscribe } of listeners) {
      const received: ReturnType<typeof take> = []
      const isComplete = () => {
        received.push(...take())
        return lastTopics.every(topic => received.some(({ event }) => event === topic))
      }
      await expect.poll(isComplete, { timeout: 20_000, message: who }).toBe(true)
      // Events of 0.22 show hidden emails to nobody, and those of today show them to superusers.
      const keep = (key: string, value: unknown) => (who === 'admin' && key === 'email' ? undefined : value)
      const events = received.filter(({ event }) => !lastTopics.includes(event)).map(event => JSON.stringify(event, keep))
      if (who !== 'admin') expect(events.join('\n'), who).not.toContain('"hidden_')
      expect(events.toSorted(), who).toEqual(heard.get(who) ?? events.toSorted())
      heard.set(who, events.toSorted())
      await subscribe([])
    }
    expect(heard.get('admin')).toHaveLength(topics.length)
  }
  const close = () => {
    for (const listener of listeners) listener.close()
  }
  return { compareEvents, close }
}
