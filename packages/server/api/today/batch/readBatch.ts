import { deserialize } from 'node:v8'
import { isObject } from '@coffer/fields'
import type { CofferSettings, Issues } from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Body } from '../../../messages/ApiRequest.ts'
import { serializeValue } from '../../../messages/json.ts'
import type { Upload } from '../../../messages/Upload.ts'
import { firstJsonValue } from '../../body/firstJsonValue.ts'
import { payloadField, payloadsOf } from '../../body/jsonObject.ts'

/**
 * A request of a batch as it was sent. Its headers are left out: the outer request has the token, and a proxy that removes or sets
 * headers for rules sees only the headers of the outer request.
 */
export interface BatchRequest {
  method: string
  url: string
  body: Record<string, unknown>
  files: readonly Upload[]
}

/** A file of a batch: `requests.0.field` or `requests[0].field`, where the field can have a plus. */
const fileKey = /^requests(?:\.(\d+)\.|\[(\d+)\]\.)(.+)$/

const unreadable = (cause: unknown) => new Rejection('invalid', { message: 'Failed to read the submitted batch data.', cause })

const invalid = (issues: Issues) => new Rejection('invalid', { message: 'Invalid batch request data.', issues })

function requestOf(sent: unknown, index: number, uploads: readonly Upload[]): BatchRequest {
  if (!isObject(sent)) throw unreadable(`The request ${index} is not an object.`)
  const { method = '', url = '', body } = sent
  if (typeof method !== 'string' || typeof url !== 'string') throw unreadable(`The request ${index} has no method and URL.`)
  if (body !== undefined && body !== null && !isObject(body))
    throw unreadable(`The body of the request ${index} is not an object.`)
  const files = uploads.flatMap(upload => {
    const [, dotted, bracketed, field = ''] = fileKey.exec(upload.field) ?? []
    return Number(dotted ?? bracketed) === index ? [{ ...upload, field }] : []
  })
  return { method: method.toUpperCase(), url, body: body ?? {}, files }
}

function payloadOf(body: Body): Record<string, unknown> {
  if (body.kind === 'json') {
    const value = firstJsonValue(body.text)
    if (isObject(value)) return value
    throw new SyntaxError('The body is JSON, but no object.')
  }
  if (body.kind !== 'form') return {}
  const other = body.values.find(([key]) => key !== payloadField)
  if (other) throw new SyntaxError(`The form has a value "${other[0]}". Send all values in "${payloadField}".`)
  return Object.assign({}, ...payloadsOf(body.values))
}

/**
 * Reads the requests of a batch: JSON, or a form with the JSON in `@jsonPayload` and the files of its requests.
 * @throws Rejection if the body cannot be read, or has no requests or too many
 */
export function readBatch(body: Body, { maxRequests }: CofferSettings['batch']): BatchRequest[] {
  if (body.kind === 'parsed') return deserialize(body.bytes)
  let sent: unknown
  try {
    sent = payloadOf(body).requests ?? []
  } catch (error) {
    throw error instanceof Rejection ? error : unreadable(error)
  }
  if (!Array.isArray(sent)) throw unreadable('"requests" is not a list.')
  if (sent.length === 0) throw invalid({ requests: { code: 'validation_required', message: 'Missing required value.' } })
  if (sent.length > maxRequests) {
    const message = `The length must be no more than ${maxRequests}.`
    const code = 'validation_length_too_long'
    throw invalid({ requests: { code, message, newer: { code, message, params: { max: maxRequests } } } })
  }
  return sent.map((request, index) => requestOf(request, index, body.kind === 'form' ? body.uploads : []))
}

/** Serializes the requests of a large body, which a reader has parsed, for the writer. */
export function serializeBatch(requests: readonly BatchRequest[]): Body {
  return { kind: 'parsed', bytes: serializeValue(requests) }
}
