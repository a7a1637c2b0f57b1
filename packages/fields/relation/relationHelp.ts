interface RelationLimits {
  minSelect: number | null
  maxSelect: number | null
}

/** Describes how many records can be chosen. */
export function relationHelp({ minSelect, maxSelect }: RelationLimits): string {
  if (maxSelect === 1) return ''
  const most = maxSelect === null ? '' : `Up to ${maxSelect} records.`
  return [most, minSelect !== null && minSelect > 1 ? `At least ${minSelect}.` : ''].filter(Boolean).join(' ')
}
