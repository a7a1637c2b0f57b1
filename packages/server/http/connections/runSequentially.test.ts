import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { HttpApp } from '../app.ts'
import { listen } from './listen.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** A server that answers once it is told to, and connections to it. */
const serve = async () => {
  const begun: string[] = []
  const answers: (() => void)[] = []
  const app: HttpApp = ({ url = '' }, outgoing) => {
    begun.push(url)
    answers.push(() => outgoing.end(url))
  }
  const { port, close } = await listen(app, { hostname: '127.0.0.1', port: 0 })
  onTestFinished(close)
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { begun, answer: () => answers.shift()?.(), open, socket: open() }
}

test('what comes over a connection before an earlier one is answered waits for it', async () => {
  const { begun, answer, socket } = await serve()
  socket.write(get('/1') + get('/2') + get('/3').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  const received = buffer(socket)
  for (const known of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
    await expect.poll(() => begun).toEqual(known)
    answer()
  }
  expect((await received).toString().match(/^\/\d/gm)).toEqual(['/1', '/2', '/3'])
})

test('what waits when the connection ends is never begun', async () => {
  const { begun, answer, open, socket } = await serve()
  socket.write(get('/1') + get('/2'))
  await expect.poll(() => begun).toEqual(['/1'])
  socket.destroy()
  const other = open()
  other.write(get('/later'))
  await expect.poll(() => begun).toEqual(['/1', '/later'])
  answer()
  answer()
  await once(other, 'data')
  expect(begun).toEqual(['/1', '/later'])
})

test('a connection on which more than a thousand wait is ended', async () => {
  const { begun, socket } = await serve()
  socket.write(get('/').repeat(1_001))
  await expect.poll(() => begun).toEqual(['/'])
  expect(socket.closed).toBe(false)
  socket.write(get('/'))
  await once(socket, 'close')
  expect(begun).toEqual(['/'])
})
