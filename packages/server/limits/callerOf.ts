import { BlockList, isIPv6 } from 'node:net'
import type { ApiRequest } from '../request/ApiRequest.ts'

/** Addresses of this machine and of private networks, where proxies stand. */
const near = new BlockList()
near.addSubnet('127.0.0.0', 8)
near.addSubnet('10.0.0.0', 8)
near.addSubnet('172.16.0.0', 12)
near.addSubnet('192.168.0.0', 16)
near.addSubnet('::1', 128, 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

const isNear = (address: string): boolean => near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** The first four groups of an IPv6 address: one customer has all addresses that begin so. */
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const last = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - last.length) }, () => '0')
  return [...groups, ...zeros, ...last].slice(0, 4).join(':')
}

/**
 * Whose tries count together. What a proxy nearby says of whom it speaks for is believed, of which the last is what it saw itself;
 * what anybody else says is not.
 */
export const callerOf = ({ remoteIp, headers }: Pick<ApiRequest, 'remoteIp' | 'headers'>): string => {
  const told = isNear(remoteIp) ? headers['x-forwarded-for']?.split(',').at(-1)?.trim() : undefined
  return networkOf(told || remoteIp)
}
