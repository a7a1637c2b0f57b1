const names = /\{\{[\w\-. ]+\}\}|\[\[[\w\-. ]+\]\]/g
const parameter = /\{:(\w+)\}/

/**
 * Converts `[[name]]` and `{{name}}` in user-supplied SQL to quoted names, like the query builder of PocketBase 0.22.
 * @throws Error when the SQL has a parameter such as `{:x}`, which has no value
 */
export function expandBrackets(text: string): string {
  const missing = parameter.exec(text)?.[1]
  if (missing !== undefined) throw new Error(`Named parameter not found: ${missing}`)
  return text.replace(names, found =>
    found
      .slice(2, -2)
      .split('.')
      .map(part => `\`${part}\``)
      .join('.'),
  )
}
