/** Parses headers, one per line, as in `x-team: red`; undefined if a line has no name. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const pairs = lines.map(line => /^\s*([^\s:]+)\s*:\s*(.*)$/.exec(line))
  if (pairs.includes(null)) return undefined
  return Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2]?.trim() ?? '']))
}

/** Writes headers as they are typed, one per line. */
export function printHeaders(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
