/** Returns the link target of a stored URL; undefined if a browser should not open it. */
export function linkTarget(address: string): string | undefined {
  if (/^https?:\/\/[^\s]+$/i.test(address)) return address
  return /^[^\s/?#:@]+\.[^\s/?#:@]+(?::\d+)?(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined
}
