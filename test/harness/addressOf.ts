import type { Endpoint } from '../../packages/server/api/contract.ts'

/** Returns the path of a route as clients request it, with its parameters: `/api/…`, or `/today/api/…` if only that dialect has it. */
export function addressOf({ dialect, path }: Pick<Endpoint, 'dialect' | 'path'>): string {
  return `${dialect === 'today' ? '/today' : ''}/api${path}`
}
