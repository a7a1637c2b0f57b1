import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { recordsPath } from '../lines/requests.ts'

const boundary = 'bench-boundary-of-parts'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const piece = Buffer.alloc(64 * 1024, 'coffer')

function* body(bytes: number): Generator<Buffer> {
  yield Buffer.from(head)
  for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
  yield Buffer.from(tail)
}

/** Creates a record with a file of a given size, generated while it is sent; returns the status. */
export async function uploadFile(url: string, bytes: number): Promise<number> {
  const request = send(`${url}${recordsPath('uploads')}`, {
    method: 'POST',
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': head.length + bytes + tail.length,
    },
  })
  const responding = once(request, 'response') as Promise<[IncomingMessage]>
  await pipeline(Readable.from(body(bytes)), request)
  const [response] = await responding
  await text(response)
  return response.statusCode ?? 0
}
