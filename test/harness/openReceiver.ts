import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'

/** A message that a receiver of web hooks got. */
export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
  /** The parsed body. */
  json: {
    type: string
    timestamp: string
    data: {
      collection: { id: string; name: string }
      recordId: string
      actor: { kind: string; id?: string; collectionId?: string }
      record?: Record<string, unknown>
      previous?: Record<string, unknown>
    }
  }
}

/** How a receiver responds; the default is the status 204. */
export interface Reaction {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Closes the connection without a response. */
  disconnects?: true
  /** Never responds. */
  hangs?: true
}

export interface Receiver {
  url: string
  port: number
  /** The messages so far, in the order of their arrival. */
  received: readonly ReceivedMessage[]
  /** Waits until there are this many messages, and a moment for unexpected ones. */
  expectReceived: (count: number) => Promise<void>
  close: () => Promise<void>
}

/** Whether the signature of a message is the one that the Standard Webhooks specification demands. */
export function isSignedWith(secret: string, { headers, body }: ReceivedMessage): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const [version, given = ''] = String(signature).split(',')
  const bytes = Buffer.from(given, 'base64')
  return isRecent && version === 'v1' && bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

/**
 * Starts an HTTP server on this machine that receives web hooks.
 * @param react returns how to respond to a message, or resolves when it is time to respond
 * @param given.port default: a free one
 */
export async function openReceiver(
  react: (message: ReceivedMessage, received: readonly ReceivedMessage[]) => Reaction | Promise<Reaction> = () => ({}),
  { port = 0 }: { port?: number } = {},
): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const message: ReceivedMessage = { headers: request.headers, body, json: JSON.parse(body) }
    const reacting = react(message, received)
    received.push(message)
    const reaction = await reacting
    if (reaction.disconnects) request.socket.destroy()
    else if (!reaction.hangs) response.writeHead(reaction.status ?? 204, reaction.headers).end(reaction.body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received,
    expectReceived: async count => {
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
      await wait(200)
      expect(received.length).toBe(count)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
