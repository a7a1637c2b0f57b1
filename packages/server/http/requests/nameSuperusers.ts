import { superusers } from '../../auth/superusers.ts'
import { decodePath } from '../../runtime/decodePath.ts'

const prefix = '/api/collections/'

/** Returns the path with `_superusers` in place of the id or another spelling of that collection. */
export function nameSuperusers(path: string): string {
  if (!path.startsWith(prefix)) return path
  const slash = path.indexOf('/', prefix.length)
  const end = slash === -1 ? path.length : slash
  const collection = decodePath(path.slice(prefix.length, end)).toLowerCase()
  const isOfSuperusers = collection === superusers.id || collection === superusers.name
  return isOfSuperusers ? `${prefix}${superusers.name}${path.slice(end)}` : path
}
