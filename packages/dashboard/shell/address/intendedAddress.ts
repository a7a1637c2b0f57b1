const key = 'coffer.intendedAddress'

/** Remembers the address to return to after signing in, for this tab. */
export function rememberIntendedAddress(href: string): void {
  sessionStorage.setItem(key, href)
}

/** Returns the remembered address and forgets it. Ignores addresses outside of the dashboard. */
export function takeIntendedAddress(): string | undefined {
  const href = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return href?.startsWith('/') ? href : undefined
}
