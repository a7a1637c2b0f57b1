import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'

const lengthOf = (body: string | Uint8Array | undefined): number => {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** Statuses that never have content, of which none must be announced either. */
const isBare = (status: number): boolean => status === 204 || status === 304

const sendStream = (outgoing: ServerResponse, { status, headers }: HttpAnswer, body: Readable): void => {
  try {
    outgoing.writeHead(status, headers)
    // Whatever breaks off in the middle ends the connection: the client sees that something is missing.
    pipeline(body, outgoing, () => undefined)
  } catch (error) {
    body.destroy()
    throw error
  }
}

/**
 * Sends an answer. One whose client has gone away goes nowhere, and its stream is let go of.
 * @throws Error when Node takes a part of it for wrong
 */
export const sendAnswer = (outgoing: ServerResponse, answer: HttpAnswer): void => {
  const { status, headers, body } = answer
  if (body instanceof Readable) {
    if (outgoing.destroyed) body.destroy()
    else sendStream(outgoing, answer, body)
    return
  }
  const isAnnounced = 'Content-Length' in headers || isBare(status)
  outgoing.writeHead(status, isAnnounced ? headers : { ...headers, 'Content-Length': `${lengthOf(body)}` })
  outgoing.end(body)
}
