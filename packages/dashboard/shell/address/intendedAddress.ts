const key = 'coffer.intendedAddress'

/** Keeps the address that needed a session, for this tab, until someone has signed in. */
export function rememberIntendedAddress(href: string): void {
  sessionStorage.setItem(key, href)
}

/** Gives the kept address once. Only addresses inside the dashboard are ever kept. */
export function takeIntendedAddress(): string | undefined {
  const href = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return href?.startsWith('/') ? href : undefined
}
