import { readFile, stat } from 'node:fs/promises'
import type { CertificatePaths } from '../../config/config.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { type KeyPair, parseKeyPair } from './parseKeyPair.ts'

/** Milliseconds between two looks at the files. The system's notifications miss files that are replaced through links. */
const checkIntervalMs = 2_000

/**
 * Reads a certificate and its key.
 * @throws Error with a sentence that names both files
 */
export async function readCertificateFiles({ certificate, key }: CertificatePaths): Promise<KeyPair> {
  try {
    const [certText, keyText] = await Promise.all([readFile(certificate, 'utf8'), readFile(key, 'utf8')])
    const pair = { cert: certText, key: keyText }
    parseKeyPair(pair)
    return pair
  } catch (error) {
    throw new Error(`The certificate ${certificate} with the key ${key} cannot be used. ${messageOf(error)}`, { cause: error })
  }
}

/** Returns a text that changes with the content of the files; undefined while one of them is missing. */
async function versionOf({ certificate, key }: CertificatePaths): Promise<string | undefined> {
  const found = await Promise.all([stat(certificate), stat(key)]).catch(() => undefined)
  return found?.map(({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`).join()
}

/**
 * Reads the files again when they have changed and stay the same until the next look, so that both are complete. While they cannot be
 * used, the old certificate stays.
 * @param apply receives each later certificate
 * @param report writes to the log
 * @returns a function that stops watching
 */
export function watchCertificateFiles(
  paths: CertificatePaths,
  apply: (pair: KeyPair) => void,
  report: (message: string, error?: unknown) => void,
): () => void {
  let [seen, handled]: (string | undefined)[] = []
  const look = async () => {
    const version = await versionOf(paths)
    handled ??= version
    const isSettled = version === seen
    seen = version
    if (!isSettled || version === undefined || version === handled) return
    handled = version
    try {
      apply(await readCertificateFiles(paths))
      report(`The certificate ${paths.certificate} has changed and is served.`)
    } catch (error) {
      report('The changed certificate is not served; the old one still is.', error)
    }
  }
  const timer = setInterval(() => void look(), checkIntervalMs).unref()
  void look()
  return () => clearInterval(timer)
}
