/** Where a stored address leads when it is pressed; undefined for one that a browser should not open. */
export const linkTarget = (address: string): string | undefined => {
  if (/^https?:\/\/[^\s]+$/i.test(address)) return address
  return /^[^\s/?#:@]+\.[^\s/?#:@]+(?::\d+)?(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined
}
