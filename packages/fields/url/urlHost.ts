import { countCharacters } from '../countCharacters.ts'

const scheme = /^(?:ftp|tcp|udp|wss?|https?):\/\//
const authority = /^(?:(?<user>[^/?#]+)@)?(?<host>\[[^\]]*\]|[^/?#@:[\]]+)(?<port>:\d{1,5})?(?:[/?#]|$)/
const hostForm =
  /^[a-z0-9\u00a1-\ud7ff\ue000-\uffff](?:[a-z0-9\u00a1-\ud7ff\ue000-\uffff._-]*[a-z0-9\u00a1-\ud7ff\ue000-\uffff])?\.?$/i
const group = /^[0-9a-f]{1,4}$/i
const ipv4Form = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/

/** Returns how many of the eight groups a part of an IPv6 address fills; NaN if it is invalid. */
function groupCount(part: string): number {
  if (part === '') return 0
  const groups = part.split(':')
  const last = groups.at(-1) ?? ''
  const hasIpv4 = ipv4Form.test(last)
  const isValid = groups.every((text, index) => group.test(text) || (hasIpv4 && index === groups.length - 1))
  return isValid ? groups.length + (hasIpv4 ? 1 : 0) : Number.NaN
}

function isIpv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::')
  if (tail === undefined) return groupCount(head) === 8
  return more.length === 0 && groupCount(head) + groupCount(tail) < 8
}

const isHost = (host: string): boolean =>
  host.startsWith('[') ? isIpv6(host.slice(1, -1)) : hostForm.test(host) && !host.includes('..')

/** Returns the host and port of a URL, '' for a URL without a scheme; undefined if the text is not a URL. */
export function urlHost(text: string): string | undefined {
  if (text.length <= 3 || text.startsWith('.') || /[\s\p{Cc}]/u.test(text) || countCharacters(text) >= 2083) return undefined
  const start = scheme.exec(text)?.[0] ?? ''
  if (start === '' && !text.includes('.')) return undefined
  const { host = '', port = '' } = authority.exec(text.slice(start.length))?.groups ?? {}
  if (!isHost(host)) return undefined
  return start === '' ? '' : host + port
}
