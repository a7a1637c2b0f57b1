/**
 * Removes comments from a query as PocketBase 0.22 does: ignores quotes, and removes everything from the first block comment to the end
 * of the last one.
 */
export const stripComments = (query: string): string => {
  const lastEnd = query.lastIndexOf('*/')
  let result = ''
  let at = 0
  for (const { 0: token, index } of query.matchAll(/--.|\/\*/g)) {
    if (index < at) continue
    const lineEnd = query.indexOf('\n', index)
    const end = token !== '/*' ? (lineEnd < 0 ? query.length : lineEnd) : lastEnd > index + 2 ? lastEnd + 2 : undefined
    if (end === undefined) continue
    result += query.slice(at, index)
    at = end
  }
  return result + query.slice(at)
}
