import { startCoffer } from './coffer.ts'
import { copySample } from './copySample.ts'
import { openCertificateAuthority } from './openCertificateAuthority.ts'

export interface HttpsServer {
  port: number
  /** The certificate of the authority that issued the server's, as PEM. */
  ca: string
  dataDir: string
  /** Ends the server with SIGTERM, and returns its status and what it has printed to standard error. */
  stop: () => Promise<{ status: number | null; stderr: string }>
}

/** Starts `bin/coffer serve` on a copy of the magazine, over HTTPS with a certificate for localhost. */
export async function startHttps(): Promise<HttpsServer> {
  const copy = await copySample('magazine')
  const authority = await openCertificateAuthority()
  const { certificate, key } = await authority.issue(['localhost'])
  const coffer = await startCoffer(copy.dataDir, ['--https', '127.0.0.1:0', '--certificate', certificate, '--key', key])
  const stop = async () => {
    const { status, stderr } = await coffer.end('SIGTERM')
    await copy.remove()
    await authority.remove()
    return { status, stderr }
  }
  return { port: coffer.port, ca: authority.ca, dataDir: copy.dataDir, stop }
}
