import { describe, expect, onTestFinished, test } from 'vitest'
import { openListener } from '../exchanges/runner/openListener.ts'
import { askApi } from '../harness/askApi.ts'
import { openUnread } from '../harness/eventStreams.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { readLimits } from '../harness/readLimits.ts'
import { signToken } from '../harness/signToken.ts'

const hooks = `
onRealtimeConnectRequest((e) => {
  if (e.httpContext.queryParam('reject')) throw new ForbiddenError('No streams for you.')
  e.httpContext.response().header().set('X-Hooked', 'yes')
  e.client.set('seen', [])
})
onRealtimeBeforeMessageSend((e) => {
  if (e.message.name === 'PB_CONNECT') return
  const { text } = JSON.parse(String.fromCharCode(...e.message.data))
  if (text === 'close') throw new Error('This client is closed.')
  if (text === 'lines') e.message.data = 'one\\ntwo'
  if (text === 'agent') e.message.data = JSON.stringify({ agent: e.httpContext.request().header.get('x-agent') })
  e.client.set('seen', e.client.get('seen').concat(text))
})
onRealtimeAfterMessageSend((e) => { $app.store().set('sent', ($app.store().get('sent') || 0) + 1) })
onRealtimeDisconnectRequest((e) => {
  $app.store().set('left', [e.client.get('seen'), Object.keys(e.client.subscriptions()), e.client.isDiscarded()])
})
routerAdd('POST', '/clients/:id/:what', (c) => {
  const client = $app.subscriptionsBroker().clientById(c.pathParam('id'))
  const text = c.queryParam('text')
  switch (c.pathParam('what')) {
    case 'send': client.send(new SubscriptionMessage({ name: 'news', data: JSON.stringify({ text }) })); break
    case 'many': for (let i = 0; i < 300; i++) client.send(new SubscriptionMessage({ name: 'news', data: JSON.stringify({ text: String(i) }) })); break
    case 'subscribe': client.subscribe('tags/*', 'news'); client.unsubscribe('news'); break
    case 'large': client.set('large', 'x'.repeat(100000)); break
    case 'discard': client.discard(); break
    case 'channel': try { client.channel() } catch (error) { return c.json(200, { error: String(error) }) }
  }
  return c.json(200, { ids: Object.keys($app.subscriptionsBroker().clients()), topics: Object.keys(client.subscriptions()) })
})
routerAdd('GET', '/store/:key', (c) => c.json(200, { value: $app.store().get(c.pathParam('key')) }))`

describe('hooks of event streams', () => {
  test('hooks reject and change streams, subscribe their clients, and send them messages in order', async () => {
    const { coffer } = await openPbHooks(hooks)
    const ask = (path: string, method = 'POST') => askApi(coffer.port, method, path)
    const rejected = await ask('/api/realtime?reject=1', 'GET')
    expect([rejected.status, rejected.json.message]).toEqual([403, 'No streams for you.'])
    const listener = await openListener(coffer.port)
    onTestFinished(listener.close)
    const act = (what: string, text = '') => ask(`/clients/${listener.clientId}/${what}?text=${text}`)
    expect((await act('channel')).json).toEqual({
      error: 'GoError: channel is not offered. The messages to a client are the ones of onRealtimeBeforeMessageSend.',
    })
    expect((await act('subscribe')).json).toEqual({ ids: [listener.clientId], topics: ['tags/*'] })
    await act('many')
    await act('send', 'lines')
    await act('send', 'agent')
    await expect.poll(listener.arrived).toBe(302)
    const events = listener.take().map(({ json }) => json)
    expect(events.slice(0, 300)).toEqual(Array.from({ length: 300 }, (_, index) => ({ text: `${index}` })))
    expect(events.slice(300)).toEqual(['one\ntwo', { agent: '' }])
    await expect.poll(async () => (await ask('/store/sent', 'GET')).json.value).toBe(303)
    expect((await act('large')).status).toBe(400)
    expect(coffer.output()).toContain('A client can hold values of 65536 characters.')
  })

  test('a stream ends when a hook of its message throws or a route discards its client, and the hooks of disconnects are called', async () => {
    const { coffer } = await openPbHooks(hooks)
    const stored = async (key: string) => (await askApi(coffer.port, 'GET', `/store/${key}`)).json.value
    const act = (id: string, what: string) => askApi(coffer.port, 'POST', `/clients/${id}/${what}`)
    const first = await openListener(coffer.port)
    await act(first.clientId, 'subscribe')
    await act(first.clientId, 'send?text=hello')
    await act(first.clientId, 'send?text=close')
    await first.ended
    await expect.poll(() => stored('left')).toEqual([['hello'], ['tags/*'], true])
    expect(coffer.output()).not.toContain('No client with the id')
    const second = await openListener(coffer.port)
    await act(second.clientId, 'discard')
    await second.ended
    expect((await act(second.clientId, 'send?text=late')).status).toBe(400)
  })

  test('headers that hooks of a stream can read count for its client until the stream ends', async () => {
    const { coffer, dataDir } = await openPbHooks(hooks)
    const token = signToken(dataDir, 'auth', 'admin')
    const used = async () =>
      (await readLimits(coffer.port, token)).resources.find(({ name }) => name === 'subscriptionBytes')?.used
    const stream = await openUnread(coffer.port, { 'X-Agent': 'x'.repeat(10_000) })
    onTestFinished(stream.destroy)
    await expect.poll(used).toBeGreaterThanOrEqual(10_000)
    stream.destroy()
    await expect.poll(used).toBe(0)
  })
})
