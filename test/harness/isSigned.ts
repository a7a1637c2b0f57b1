import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const authorization =
  /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (search: string): string =>
  [...new URLSearchParams(search)]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')

/** Returns whether a request to an S3 server has a valid signature (version 4, in its header). */
export function isSigned({ method = '', url = '', headers }: IncomingMessage, secret: string): boolean {
  const [, day = '', region = '', names = '', signature] = authorization.exec(headers.authorization ?? '') ?? []
  const [path = '', search = ''] = url.split('?')
  const headerOf = (name: string) =>
    String(headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ')
  const canonical = [
    method,
    path,
    canonicalQuery(search),
    ...names.split(';').map(name => `${name}:${headerOf(name)}`),
    '',
    names,
    headerOf('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  const expected = hmac(key, ['AWS4-HMAC-SHA256', headerOf('x-amz-date'), scope, digest].join('\n')).toString('hex')
  return signature === expected
}
