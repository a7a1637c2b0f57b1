import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { HttpApp } from '../app.ts'
import { listen } from './listen.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Starts a server that responds when the test calls `answer`, and opens connections to it. */
async function serve() {
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

test('a pipelined request waits until the earlier requests on its connection are answered', async () => {
  const { begun, answer, socket } = await serve()
  socket.write(get('/1') + get('/2') + get('/3').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  const received = buffer(socket)
  for (const expected of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
    await expect.poll(() => begun).toEqual(expected)
    answer()
  }
  expect((await received).toString().match(/^\/\d/gm)).toEqual(['/1', '/2', '/3'])
})

test('a request that is waiting when its connection closes is never handled', async () => {
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

test('a connection with more than fifty waiting requests is closed', async () => {
  const { begun, socket } = await serve()
  socket.write(get('/').repeat(51))
  await expect.poll(() => begun).toEqual(['/'])
  expect(socket.closed).toBe(false)
  socket.write(get('/'))
  await once(socket, 'close')
  expect(begun).toEqual(['/'])
})

test('a connection whose waiting requests have more than 64 KiB of headers is closed', async () => {
  const { begun, socket } = await serve()
  const long = get('/').replace('\r\n\r\n', `\r\nX-Filler: ${'x'.repeat(20_000)}\r\n\r\n`)
  socket.write(get('/') + long.repeat(3))
  await expect.poll(() => begun).toEqual(['/'])
  expect(socket.closed).toBe(false)
  socket.write(long)
  await once(socket, 'close')
  expect(begun).toEqual(['/'])
})

test('a request that has been answered does not count as waiting', async () => {
  const { begun, answer, socket } = await serve()
  socket.write(get('/'))
  for (let round = 0; round < 2; round += 1) {
    socket.write(get('/').repeat(40))
    for (let number = 1; number <= 40; number += 1) {
      await expect.poll(() => begun.length, { interval: 1 }).toBe(40 * round + number)
      answer()
    }
  }
  await expect.poll(() => begun.length).toBe(81)
  expect(socket.closed).toBe(false)
})
