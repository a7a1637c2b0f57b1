/**
 * Takes comments out of a query as 0.22 servers do: without a look at quotes, and from the beginning of the first comment between
 * slashes to the end of the last one.
 */
export const stripComments = (query: string): string => {
  const lastEnd = query.lastIndexOf('*/')
  let kept = ''
  let at = 0
  for (const { 0: sign, index } of query.matchAll(/--.|\/\*/g)) {
    if (index < at) continue
    const lineEnd = query.indexOf('\n', index)
    const end = sign !== '/*' ? (lineEnd < 0 ? query.length : lineEnd) : lastEnd > index + 2 ? lastEnd + 2 : undefined
    if (end === undefined) continue
    kept += query.slice(at, index)
    at = end
  }
  return kept + query.slice(at)
}
