/** The name, or the first of it with a number behind it, that none of the others has; letter case does not tell names apart. */
export function uniqueName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(other => other.toLowerCase()))
  let candidate = name
  for (let number = 2; taken.has(candidate.toLowerCase()); number++) candidate = `${name}${number}`
  return candidate
}
