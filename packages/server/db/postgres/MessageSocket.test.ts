import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MessageSocket } from './MessageSocket.ts'

function message(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(5 + length, type.toLowerCase())
  bytes.write(type)
  bytes.writeUInt32BE(4 + length, 1)
  return bytes
}

/** Connects to a server that sends bytes in pieces, each of which arrives alone. Returns what the socket emits. */
async function receive(
  bytes: Buffer,
  pieceBytes: number,
  onData: (socket: MessageSocket, data: Buffer) => void = () => undefined,
) {
  const socket = new MessageSocket()
  const server = createServer(async client => {
    client.setNoDelay(true)
    for (let at = 0; at < bytes.length && !socket.destroyed; at += pieceBytes) {
      client.write(bytes.subarray(at, at + pieceBytes))
      const end = Math.min(at + pieceBytes, bytes.length)
      while (socket.bytesRead < end && !socket.destroyed) await nextTurn()
    }
    client.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const emitted: Buffer[] = []
  socket.on('data', (data: Buffer) => {
    emitted.push(Buffer.from(data))
    onData(socket, data)
  })
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'end')
  return emitted
}

/** Returns the types of the messages in bytes. Fails if the last message is incomplete. */
function typesOf(bytes: Buffer): string {
  let types = ''
  let at = 0
  for (; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) types += String.fromCharCode(bytes[at] ?? 0)
  expect(at).toBe(bytes.length)
  return types
}

test.each([1, 2, 3, 7, 50_000, 1_000_000])(
  'messages of any length that arrive in pieces of %i bytes are emitted complete and in order',
  async pieceBytes => {
    const long = pieceBytes < 100 ? 300 : 400_000
    const sent = [
      message('T', 20),
      message('D', long),
      message('D', 0),
      message('D', 65_531 % (long + 1)),
      message('C', 9),
      message('Z', 1),
    ]
    const emitted = await receive(Buffer.concat(sent), pieceBytes)
    expect(Buffer.concat(emitted).equals(Buffer.concat(sent))).toBe(true)
    expect(emitted.map(typesOf).join('')).toBe('TDDDCZ')
  },
)

test.each([1, 7, 50_000, 1_000_000])('rows that nobody needs are dropped from pieces of %i bytes', async pieceBytes => {
  const long = pieceBytes < 100 ? 300 : 400_000
  const sent = [
    message('T', 20),
    message('D', 5),
    message('D', long),
    message('D', 3),
    message('C', 9),
    message('Z', 1),
    message('D', long),
  ]
  const emitted = await receive(Buffer.concat(sent), pieceBytes, (socket, data) => {
    const types = typesOf(data)
    if (types.includes('D')) socket.dropRows(false)
    if (types.includes('Z')) socket.keepRows()
  })
  const types = emitted.map(typesOf).join('')
  // Rows that arrive together with the first one are emitted with it.
  expect(types).toMatch(/^TD{1,3}CZD$/)
  if (pieceBytes < 100) expect(types).toBe('TDCZD')
})

test('a connection whose rows nobody needs is closed after 8 MB of them, if it may be', async () => {
  const sent = Buffer.concat([message('D', 5), ...Array.from({ length: 30 }, () => message('D', 1_000_000)), message('Z', 1)])
  const types = (emitted: Buffer[]) => emitted.map(typesOf).join('')
  const drop = (mayClose: boolean) => receive(sent, 50_000, socket => socket.dropRows(mayClose))
  // The second row may have begun to arrive together with the first.
  expect(types(await drop(false))).toMatch(/^D{1,2}Z$/)
  await expect(drop(true)).rejects.toThrow('longer than allowed')
})
