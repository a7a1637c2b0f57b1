import type { Json, RequestSpec } from './Exchange.ts'
import { encodeForm, multipartType } from './encodeForm.ts'
import { writeExact } from './exactJson.ts'
import { formEncode, percentEncode } from './percentEncode.ts'
import type { Variables } from './Variables.ts'

/** A request in the form in which it is sent. */
export interface WireRequest {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const hasHeader = (headers: Record<string, string>, name: string) => Object.keys(headers).some(key => key.toLowerCase() === name)

function buildTarget({ path, query = {} }: RequestSpec, variables: Variables): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [variables.fill(value)].flat().map(part => `${percentEncode(key)}=${percentEncode(String(part))}`),
  )
  const base = `${variables.prefix}${variables.fillText(path)}`
  const whole = pairs.length === 0 ? base : `${base}${base.includes('?') ? '&' : '?'}${pairs.join('&')}`
  return percentEncode(whole, "%/?&=+#:@!$'()*,;[]~")
}

async function buildBody(request: RequestSpec, variables: Variables): Promise<{ type?: string; body?: Buffer }> {
  const { json, text, urlencoded, form } = request
  if (json !== undefined) return { type: 'application/json', body: Buffer.from(writeExact(variables.fill(json))) }
  if (text !== undefined) return { body: Buffer.from(variables.fillText(text)) }
  if (form !== undefined) return { type: multipartType, body: await encodeForm(form, variables) }
  if (urlencoded === undefined) return {}
  const encode = (value: Json) => formEncode(String(value))
  const pairs = urlencoded.map(({ name, value }) => `${encode(name)}=${encode(variables.fill(value))}`)
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(pairs.join('&')) }
}

/** Turns a recorded request into the bytes to send: replaces variables, signs the token, and encodes the body. */
export async function buildRequest(request: RequestSpec, variables: Variables): Promise<WireRequest> {
  const headers: Record<string, string> = { 'User-Agent': 'exchanges', 'Accept-Encoding': 'identity' }
  for (const [name, value] of Object.entries(request.headers ?? {})) headers[name] = variables.fillText(value)
  const token = variables.tokenOf(request.as ?? 'guest')
  if (token !== '' && !hasHeader(headers, 'authorization')) headers.Authorization = token
  const { type, body } = await buildBody(request, variables)
  if (type !== undefined && !hasHeader(headers, 'content-type')) headers['Content-Type'] = type
  return { method: request.method, target: buildTarget(request, variables), headers, body }
}
