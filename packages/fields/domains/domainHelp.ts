const shown = 5

const listed = (domains: readonly string[]): string =>
  domains.slice(0, shown).join(', ') + (domains.length > shown ? ` and ${domains.length - shown} more` : '')

/** Describes the allowed domains in a sentence. */
export function domainHelp({ onlyDomains, exceptDomains }: Record<'onlyDomains' | 'exceptDomains', string[] | null>): string {
  if (onlyDomains?.length) return `Only at ${listed(onlyDomains)}.`
  return exceptDomains?.length ? `Not at ${listed(exceptDomains)}.` : ''
}
