import { existsSync, realpathSync, statSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import { StatusError } from './errors.ts'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Returns the path of a file in a public folder, or of the `index.html` of a folder in it.
 * @param name the path within the folder, as a client gives it
 * @param isFallback whether the folder's `index.html` takes the place of files that do not exist
 * @throws StatusError 404 if there is no such file, or if it is hidden or outside of the folder, also by a link
 */
export function publicFile(folder: string, name: string, isFallback: boolean): string {
  const missing = new StatusError(404, 'Not Found')
  if (!isFolder(folder) || name.includes('\0')) throw missing
  const root = realpathSync(folder)
  const isHidden = name.split(/[\\/]/).some(part => part.startsWith('.') && part !== '.well-known')
  const wanted = join(root, normalize(`/${name}`))
  const found = [isFolder(wanted) ? join(wanted, 'index.html') : wanted, ...(isFallback ? [join(root, 'index.html')] : [])].find(
    path => existsSync(path) && !isFolder(path),
  )
  if (isHidden || found === undefined || !realpathSync(found).startsWith(root + (root.endsWith(sep) ? '' : sep))) throw missing
  return found
}
