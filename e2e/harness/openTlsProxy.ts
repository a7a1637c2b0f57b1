import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { repositoryDir } from '../../test/harness/paths.ts'

const certificate = (name: string) => readFileSync(join(repositoryDir, 'test/fixtures/mail', name))

/**
 * Starts a proxy that speaks HTTPS with browsers and HTTP with a server on this machine, and passes on the host as deploy/nginx.conf
 * does. Returns its origin. Call it inside a test.
 */
export async function openTlsProxy(origin: string): Promise<string> {
  const tls = { key: certificate('mailServer.key'), cert: certificate('mailServer.crt') }
  const proxy = createServer(tls, (incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'https' }
    const passed = request(new URL(url, origin), { method, headers: forwarded }, response => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}
