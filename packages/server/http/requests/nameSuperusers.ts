import { superusers } from '../../auth/superusers.ts'
import { decodePath } from '../../runtime/decodePath.ts'

const prefix = '/api/collections/'

/** Returns a path in which the collection of superusers has its name, as in routes: clients may also send its id, and the name in other letters. */
export function nameSuperusers(path: string): string {
  if (!path.startsWith(prefix)) return path
  const slash = path.indexOf('/', prefix.length)
  const end = slash === -1 ? path.length : slash
  const collection = decodePath(path.slice(prefix.length, end)).toLowerCase()
  const isOfSuperusers = collection === superusers.id || collection === superusers.name
  return isOfSuperusers ? `${prefix}${superusers.name}${path.slice(end)}` : path
}
