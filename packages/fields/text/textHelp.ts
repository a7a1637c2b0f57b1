interface TextLimits {
  min: number | null
  max: number | null
  pattern: string
}

/** Describes the length limits. */
export function lengthHelp({ min, max }: TextLimits): string {
  if (min !== null && max !== null) return min === max ? `Exactly ${min} characters.` : `From ${min} to ${max} characters.`
  if (min !== null && min > 1) return `At least ${min} characters.`
  return max === null ? '' : `Up to ${max} characters.`
}

/** Describes valid texts. */
export function textHelp(limits: TextLimits): string {
  return [lengthHelp(limits), limits.pattern !== '' && `Must match ${limits.pattern}`].filter(Boolean).join(' ')
}
