import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { connect, createServer as createHttp2Server, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { dropHead, type Incoming } from './httpMessages.ts'

const headers = { 'x-filler': 'x'.repeat(1_000) }

/** Drops the head of a request, and returns the URL and the headers that the request still has. */
function dropAndReadHead(incoming: Incoming): object {
  expect(incoming.rawHeaders).toContain(headers['x-filler'])
  dropHead(incoming)
  const { url = '', rawHeaders } = incoming
  return { url, rawHeaders, names: Object.keys(incoming.headers) }
}

const nothing = { url: '', rawHeaders: [], names: [] }

async function listen(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

test('the head of a request over HTTP/1.1 can be dropped before its response is sent', async () => {
  let left: object | undefined
  const server = createServer((incoming, outgoing) => {
    left = dropAndReadHead(incoming)
    outgoing.end('the response')
  })
  const port = await listen(server)
  const request = get({ port, host: '127.0.0.1', path: '/long', headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('the response')
  expect(left).toEqual(nothing)
})

test('the head of a request over HTTP/2 can be dropped before its response is sent', async () => {
  let left: object | undefined
  const server = createHttp2Server((incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
    left = dropAndReadHead(incoming as unknown as Incoming)
    outgoing.end('the response')
  })
  const session = connect(`http://127.0.0.1:${await listen(server)}`)
  onTestFinished(() => session.destroy())
  expect(await text(session.request({ ':path': '/long', ...headers }))).toBe('the response')
  expect(left).toEqual(nothing)
})
