import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '../findFreePort.ts'
import { openCertificateAuthority } from '../openCertificateAuthority.ts'
import { scratchDir } from '../scratchDir.ts'

interface PebbleOptions {
  programs: string
  /** The port on which Pebble expects TLS-ALPN-01, and the one of HTTP-01. */
  tlsPort: number
  httpPort: number
  /** Seconds that certificates are valid for. */
  validitySeconds?: number
}

/** Pebble with a DNS server, in which all names have the address 127.0.0.1. */
export interface Pebble {
  directoryUrl: string
  /** The file with the certificate of the server of Pebble, for `NODE_EXTRA_CA_CERTS`, and its content. */
  caFile: string
  ca: string
  /** Returns the certificate that signs Pebble's certificates. Each start creates a new one. */
  root: () => Promise<string>
  /** Number of orders so far. */
  orders: () => number
  /** Changes the DNS records, for example with the path `set-servfail`. */
  changeDns: (path: string, body: object) => Promise<void>
  stop: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

const startProgram = (path: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawn(path, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}

export async function openPebble({ programs, tlsPort, httpPort, validitySeconds = 7_776_000 }: PebbleOptions): Promise<Pebble> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-pebble-'))
  const authority = await openCertificateAuthority()
  const { certificate, key } = await authority.issue(['localhost', '127.0.0.1'])
  const [port, managementPort, dnsPort, dnsManagementPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const config = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${managementPort}`,
      certificate,
      privateKey: key,
      httpPort,
      tlsPort,
      profiles: { default: { description: 'for tests', validityPeriod: validitySeconds } },
    },
  }
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', '', '-defaultIPv6', '', '-defaultIPv4', '127.0.0.1']
  const dnsPorts = ['-dnsserver', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${dnsManagementPort}`]
  const dns = startProgram(join(programs, 'pebble-challtestsrv'), [...off, ...dnsPorts])
  let output = ''
  let pebble: ChildProcess | undefined

  const ask = async (path: string): Promise<string> => {
    const outgoing = request({ host: '127.0.0.1', port: managementPort, path, ca: authority.ca, servername: 'localhost' }).end()
    const [incoming] = await once(outgoing, 'response')
    return text(incoming)
  }
  const start = async () => {
    const args = ['-config', join(folder, 'config.json'), '-dnsserver', `127.0.0.1:${dnsPort}`]
    const child = startProgram(join(programs, 'pebble'), args, { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' })
    pebble = child
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part
      })
    }
    for (let tries = 0; tries < 100; tries += 1) {
      if (await ask('/roots/0').catch(() => undefined)) return
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    throw new Error(`Pebble did not start: ${output}`)
  }
  const stop = async () => {
    if (pebble) await end(pebble)
  }
  await start()
  return {
    directoryUrl: `https://localhost:${port}/dir`,
    caFile,
    ca: authority.ca,
    root: () => ask('/roots/0'),
    orders: () => output.split('Added order ').length - 1,
    changeDns: async (path, body) => {
      const { ok } = await fetch(`http://127.0.0.1:${dnsManagementPort}/${path}`, { method: 'POST', body: JSON.stringify(body) })
      if (!ok) throw new Error(`The DNS server rejected ${path}.`)
    },
    stop,
    start,
    close: async () => {
      await stop()
      await end(dns)
      await authority.remove()
      await rm(folder, { recursive: true })
    },
  }
}
