import type { Log } from '../../queries/logs.ts'
import { codeAddress } from './codeAddress.ts'

/** Link from an entry with the error of a hook, a route or a job to what has written it. */
export function CodeLink({ log }: { log: Log }) {
  const address = codeAddress(log)
  return address === undefined ? null : <a href={address}>Code</a>
}
