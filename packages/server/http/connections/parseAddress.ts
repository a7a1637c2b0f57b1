/**
 * Parses an address to listen on: `127.0.0.1:8090`, `[::1]:8090`, `localhost:0`, `:8090` for every interface.
 * @throws Error with a message for the command line
 */
export function parseAddress(address: string): { hostname: string; port: number } {
  const match = /^(?:\[([\da-f:.]+)\]|([^:[\]\s/]*)):(\d{1,5})$/i.exec(address)
  const port = Number(match?.[3])
  if (!match || port > 65535) {
    throw new Error(`"${address}" is not a valid address. Use a host and a port from 0 to 65535, such as 127.0.0.1:8090.`)
  }
  return { hostname: match[1] ?? (match[2] || '0.0.0.0'), port }
}
