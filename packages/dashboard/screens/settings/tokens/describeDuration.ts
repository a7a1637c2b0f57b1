const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds as people say them: "7 days", "1 hour 30 minutes"; nothing for none. */
export function describeDuration(seconds: number): string {
  if (!Number.isInteger(seconds) || seconds <= 0) return ''
  const parts: string[] = []
  let left = seconds
  for (const [unit, length] of units) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}
