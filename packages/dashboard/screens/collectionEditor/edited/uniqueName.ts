/** Returns the name, with a number appended if another has it already. Compares case-insensitively. */
export function uniqueName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(other => other.toLowerCase()))
  let candidate = name
  for (let number = 2; taken.has(candidate.toLowerCase()); number++) candidate = `${name}${number}`
  return candidate
}
