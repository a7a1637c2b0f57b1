import { quotedName } from '../../../packages/server/db/postgres/translate.ts'

/** Matches what stays as it is, and then what is rewritten: the placeholder of a value, and names with quotes or letters of both cases. */
const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?|\b(?:[A-Z]+\w*[a-z]|[a-z_]+\w*[A-Z])\w*\b/g

/** Rewrites the SQL of a test, which both databases understand otherwise, in PostgreSQL's syntax. */
export function forPostgres(text: string): string {
  let values = 0
  return text.replace(token, found => {
    if (found === '?') return `$${++values}`
    if (found.startsWith("'") || found.startsWith('"')) return found
    return quotedName(found.startsWith('`') ? found.slice(1, -1).replaceAll('``', '`') : found)
  })
}
