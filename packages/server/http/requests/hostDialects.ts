import { type ApiDialect, dialects, isDialectName } from '../../messages/dialects.ts'

/** The dialects by the host that a request is sent to, in lower case and without a port. */
export type HostDialects = ReadonlyMap<string, ApiDialect>

/** A host name, an IPv4 address, or an IPv6 address in brackets. */
const hostPattern = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/

/**
 * Parses items such as `old.example.com=0.22` and `app.example.com=today`.
 * @throws Error if an item has another form
 */
export function parseHostDialects(items: readonly string[]): HostDialects {
  return new Map(
    items.map(item => {
      const [host = '', name = '', ...rest] = item.toLowerCase().split('=')
      if (rest.length > 0 || !hostPattern.test(host) || !isDialectName(name))
        throw new Error(
          `"${item}" must be a host without a port, and a version, as in app.example.com=today or app.example.com=0.22.`,
        )
      return [host, dialects[name]]
    }),
  )
}

/** Returns the dialect of a `Host` header, whatever its port is; undefined if its host has none. */
export function findHostDialect(hosts: HostDialects, header: string | undefined): ApiDialect | undefined {
  return hosts.size === 0 ? undefined : hosts.get((header ?? '').toLowerCase().replace(/:\d*$/, ''))
}
