import ipaddr from 'ipaddr.js'

/** Length of the prefix `::ffff:` of an IPv4 address that is written as an IPv6 address. */
const mappedPrefixBits = 96

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Returns the function that says whether an address is in a range. */
function parseRange(text: string): (address: Address) => boolean {
  const [ip = '', bits] = text.split('/')
  const range = ipaddr.process(ip)
  // The range of an IPv4 address can be written as `::ffff:10.0.0.0/104`.
  const isMapped = ip.includes(':') && range.kind() === 'ipv4'
  const given = bits === undefined ? range.toByteArray().length * 8 : Number(bits)
  const length = isMapped && bits !== undefined ? Math.max(0, given - mappedPrefixBits) : given
  return address => address.kind() === range.kind() && (address as ipaddr.IPv6).match(range as ipaddr.IPv6, length)
}

/**
 * Returns whether an address is in a list of addresses and ranges such as `10.0.0.0/8`, as `validateAddresses` accepts them.
 * @param current returns the current list, which is parsed when it changes
 */
export function createAddressList(current: () => readonly string[]): (address: string) => boolean {
  let list: readonly string[] = []
  let ranges: readonly ((address: Address) => boolean)[] = []
  return text => {
    const now = current()
    if (now !== list) {
      list = now
      ranges = now.map(parseRange)
    }
    if (ranges.length === 0 || !ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    return ranges.some(includes => includes(address))
  }
}
