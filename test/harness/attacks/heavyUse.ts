import { connect, type Socket } from 'node:net'
import { askApi } from '../askApi.ts'
import { records } from '../realtimeAttack.ts'

const megabyte = 1024 * 1024

/** Calls a function for each number below `count`, at most `concurrency` at the same time, and returns the results. */
async function mapConcurrently<T>(count: number, concurrency: number, run: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const runAll = async () => {
    while (next < count) results.push(await run(next++))
  }
  await Promise.all(Array.from({ length: concurrency }, runAll))
  return results
}

/** Imports records, fifty at a time. Returns the statuses. */
export function importRecords(port: number, count: number): Promise<number[]> {
  return mapConcurrently(count, 50, async number => {
    const { status } = await askApi(port, 'POST', `/api/${records}`, { body: { t: `record ${number}` } })
    return status
  })
}

/** Uploads forty files of 4 MB at once. Returns the statuses. */
export function uploadFiles(port: number): Promise<number[]> {
  return mapConcurrently(40, 40, async number => {
    const form = new FormData()
    form.append('t', 'x'.repeat(megabyte))
    form.append('f1', new Blob([new Uint8Array(4 * megabyte)]), `file${number}.bin`)
    return (await askApi(port, 'POST', `/api/${records}`, { body: form })).status
  })
}

/** Opens an event stream on a connection of its own. Resolves to false if the server rejects it. */
function openStream(port: number, sockets: Socket[]): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  socket.write('GET /api/realtime HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let received = ''
  socket
    .on('close', () => resolve(false))
    .on('data', data => {
      received += data.toString('latin1')
      if (received.includes('PB_CONNECT')) resolve(true)
    })
  return promise
}

/** Opens the streams of an office behind one address, and closes them after some work. Returns how many were opened. */
export async function besideOfficeStreams(port: number, count: number, work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = []
  try {
    const opened = await mapConcurrently(count, 50, () => openStream(port, sockets))
    await work()
    return opened.filter(isOpen => isOpen).length
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}
