import type { CertificatePaths, HttpsOptions } from '../config/config.ts'
import { defaultPauses, type RetryPauses } from '../crypto/certificates/acme/schedule.ts'
import { readCertificateFiles, watchCertificateFiles } from '../crypto/certificates/certificateFiles.ts'
import { aliasesOf } from '../crypto/certificates/parseDomain.ts'
import type { HttpApp } from '../http/app.ts'
import type { ConnectionCounter } from '../http/connections/createConnectionCounter.ts'
import { type Listening, listen } from '../http/connections/listen.ts'
import type { TlsIdentity } from '../http/connections/openSecureServer.ts'
import { parseAddress } from '../http/connections/parseAddress.ts'
import { redirectToHttps } from '../http/redirects/redirectToHttps.ts'
import { securely } from '../http/redirects/securely.ts'

/** The addresses of a server with HTTPS. */
export interface Https {
  /** Listens for HTTPS on an address such as `0.0.0.0:443`. */
  listen: (address: string) => Promise<Listening>
  /** Listens for HTTP on an address such as `0.0.0.0:80`, and redirects to HTTPS. */
  listenToRedirect: (address: string) => Promise<Listening>
  /** Starts to order certificates. Call it when the server listens on both addresses, because the authority connects to them. */
  start: () => void
  close: () => Promise<void>
}

type Report = (message: string, error?: unknown) => void

/** Certificates, from files or from an authority. */
interface Certificates extends Pick<Https, 'start' | 'close'> {
  identity: TlsIdentity
  challengeResponse: (token: string) => string | undefined
  strictTransportSeconds: number
}

/**
 * How long browsers remember that the server has HTTPS. They do not let users pass a certificate error in this time, so it is only
 * sent with certificates that the server renews itself.
 */
const strictTransportSeconds = 30 * 24 * 60 * 60

/** Reads the certificate of the files, and watches them. */
async function openFiles(paths: CertificatePaths, report: Report): Promise<Certificates> {
  const pair = await readCertificateFiles(paths)
  let stop: () => void = () => undefined
  const onChange: TlsIdentity['onChange'] = apply => {
    stop = watchCertificateFiles(paths, apply, report)
  }
  return {
    identity: { options: pair, onChange },
    challengeResponse: () => undefined,
    strictTransportSeconds: 0,
    start: () => undefined,
    close: async () => stop(),
  }
}

/** Reads the certificates that an authority has issued. */
async function openAcme(options: {
  dataDir: string
  directoryUrl: string
  domains: readonly string[]
  aliases: readonly string[]
  pauses: RetryPauses
  report: Report
}): Promise<Certificates> {
  const { AcmeCertificates } = await import('../crypto/certificates/acme/AcmeCertificates.ts')
  const certificates = new AcmeCertificates(options)
  await certificates.open()
  const SNICallback: TlsIdentity['options']['SNICallback'] = (name, choose) => {
    const noCertificate = new Error(`There is no certificate for ${name}.`)
    certificates.contextFor(name).then(context => (context ? choose(null, context) : choose(noCertificate)), choose)
  }
  return {
    identity: { options: { SNICallback }, challenges: certificates.challenges },
    challengeResponse: token => certificates.challenges.httpResponse(token),
    strictTransportSeconds,
    start: () => certificates.start(),
    close: () => certificates.close(),
  }
}

/**
 * Prepares to serve HTTPS.
 * @param app handles the requests
 * @param report writes to the log
 * @throws Error with a sentence for the command line if the certificate cannot be used
 */
export async function openHttps(
  { domains, source }: HttpsOptions,
  {
    dataDir,
    orderPauses: pauses = defaultPauses,
    unread,
    countConnection,
  }: { dataDir: string; orderPauses?: RetryPauses; countConnection: ConnectionCounter } & Pick<TlsIdentity, 'unread'>,
  app: HttpApp,
  report: Report,
): Promise<Https> {
  const aliases = aliasesOf(domains)
  const certificates =
    source.kind === 'files'
      ? await openFiles(source.files, report)
      : await openAcme({ ...source, dataDir, domains, aliases: [...aliases.keys()], pauses, report })
  const { identity, challengeResponse, start, close } = certificates
  const secured = securely(app, { aliases, strictTransportSeconds: certificates.strictTransportSeconds, send: unread?.send })
  let port = 443
  return {
    listen: async address => {
      const tls = { ...identity, ...(unread && { unread }) }
      const listening = await listen(secured, parseAddress(address), { tls, countConnection })
      port = listening.port
      return listening
    },
    listenToRedirect: address => {
      const names = [...domains, ...aliases.keys()]
      return listen(redirectToHttps({ names, port: () => port, challengeResponse }), parseAddress(address), { countConnection })
    },
    start,
    close,
  }
}
