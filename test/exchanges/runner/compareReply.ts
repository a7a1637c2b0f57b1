import { createHash } from 'node:crypto'
import { compareValues } from './compareValues.ts'
import type { Difference, ExpectedResponse, Json, Reply } from './Exchange.ts'
import { parseExact } from './exactJson.ts'
import { type Captured, matchPlaceholder, withCaptured } from './placeholders.ts'
import { readImage } from './readImage.ts'

const fold = (text: string) => text.toLowerCase().replaceAll(' ', '')

function isSameHeader(expected: string | null, got: string | undefined, captured: Captured): boolean {
  if (expected === null || got === undefined) return expected === null && got === undefined
  return matchPlaceholder(expected, got, captured) ?? fold(withCaptured(expected, captured)) === fold(got)
}

const compareHeaders = (expected: Record<string, string | null>, reply: Reply, captured: Captured): Difference[] =>
  Object.entries(expected)
    .map(([name, value]) => ({ at: `header ${name}`, expected: value, got: reply.headers[name.toLowerCase()] }))
    .filter(header => !isSameHeader(header.expected, header.got, captured))

const decode = (body: Buffer) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)

function compareParsed(at: string, expected: Json, parse: () => unknown, captured: Captured): Difference[] {
  let got: unknown
  try {
    got = parse()
  } catch (error) {
    return [{ at: 'body', expected, got: String(error) }]
  }
  return compareValues(expected, got, captured, at)
}

async function compareBody(expected: ExpectedResponse, body: Buffer, captured: Captured): Promise<Difference[]> {
  const { json, text, bytes, image, empty } = expected
  if (json !== undefined) return compareParsed('$', json, () => parseExact(decode(body)), captured)
  if (text !== undefined) return compareParsed('text', text, () => decode(body), captured)
  if (bytes !== undefined) {
    const got = { length: body.length, sha256: createHash('sha256').update(body).digest('hex') }
    return compareValues({ ...bytes }, got, captured, 'bytes')
  }
  if (image !== undefined) return compareValues({ ...image }, (await readImage(body)) ?? 'not an image', captured, 'image')
  return empty === true && body.length > 0 ? [{ at: 'body', expected: 'empty', got: body.toString() }] : []
}

/** Compares a response with the recorded one; headers only if they are recorded. */
export async function compareReply(expected: ExpectedResponse, reply: Reply, captured: Captured): Promise<Difference[]> {
  const status = expected.status === reply.status ? [] : [{ at: 'status', expected: expected.status, got: reply.status }]
  const headers = compareHeaders(expected.headers ?? {}, reply, captured)
  return [...status, ...headers, ...(await compareBody(expected, reply.body, captured))]
}
