/** Returns the `www.` name of each domain that is not a domain of the server itself, as PocketBase 0.22 does. */
export function aliasesOf(domains: readonly string[]): Map<string, string> {
  const aliases = domains
    .filter(domain => !domain.startsWith('www.') && !domains.includes(`www.${domain}`))
    .map(domain => [`www.${domain}`, domain] as const)
  return new Map(aliases)
}
