import { startCoffer } from './coffer.ts'
import { copySample, type Preparation } from './copySample.ts'
import { openCertificateAuthority } from './openCertificateAuthority.ts'
import { openHttp2 } from './openHttp2.ts'
import type { ShownLimits } from './readLimits.ts'
import { signToken } from './signToken.ts'

export interface HttpsServer {
  port: number
  /** The certificate of the authority that issued the server's, as PEM. */
  ca: string
  dataDir: string
  /** Reads the limits for each client as an admin. */
  readLimits: () => Promise<ShownLimits>
  /** Ends the server with SIGTERM, and returns its status and what it has printed to standard error. */
  stop: () => Promise<{ status: number | null; stderr: string }>
}

/** Starts `bin/coffer serve` on a copy of the magazine, over HTTPS with a certificate for localhost. */
export async function startHttps(args: readonly string[] = [], preparations: readonly Preparation[] = []): Promise<HttpsServer> {
  const copy = await copySample('magazine', preparations)
  const authority = await openCertificateAuthority()
  const { certificate, key } = await authority.issue(['localhost'])
  const own = ['--https', '127.0.0.1:0', '--certificate', certificate, '--key', key]
  const coffer = await startCoffer(copy.dataDir, [...own, ...args])
  const readLimits = async () => {
    const connection = await openHttp2(coffer.port, authority.ca)
    const headers = { authorization: signToken(copy.dataDir, 'auth', 'admin') }
    const { text } = await connection.send('GET', '/api/load/limits', { headers })
    connection.close()
    return JSON.parse(text) as ShownLimits
  }
  const stop = async () => {
    const { status, stderr } = await coffer.end('SIGTERM')
    await copy.remove()
    await authority.remove()
    return { status, stderr }
  }
  return { port: coffer.port, ca: authority.ca, dataDir: copy.dataDir, readLimits, stop }
}
