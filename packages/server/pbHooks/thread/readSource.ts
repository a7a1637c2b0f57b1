import { readFileSync, statSync } from 'node:fs'
import { GoError } from './errors.ts'

/** Maximum size of a file, far above any bundle. */
const maxMegabytes = 16

/** @throws GoError if the path is no file, or if the file is too large */
export function readSource(path: string): string {
  const stat = statSync(path)
  // A link can lead to a device that never ends.
  if (!stat.isFile()) throw new GoError('It is no file.')
  if (stat.size > maxMegabytes * 1024 ** 2) throw new GoError(`It is larger than ${maxMegabytes} MB.`)
  return readFileSync(path, 'utf8')
}
