interface TextLimits {
  min: number | null
  max: number | null
  pattern: string
}

/** How long a text may be, in words. */
export const lengthHelp = ({ min, max }: TextLimits): string => {
  if (min !== null && max !== null) return min === max ? `Exactly ${min} characters.` : `From ${min} to ${max} characters.`
  if (min !== null && min > 1) return `At least ${min} characters.`
  return max === null ? '' : `Up to ${max} characters.`
}

/** What a text may be, in words. */
export const textHelp = (limits: TextLimits): string =>
  [lengthHelp(limits), limits.pattern !== '' && `Must match ${limits.pattern}`].filter(Boolean).join(' ')
