const names = /\{\{[\w\-. ]+\}\}|\[\[[\w\-. ]+\]\]/g
const parameter = /\{:(\w+)\}/

/**
 * Turns `[[name]]` and `{{name}}` in SQL from outside into quoted names, as the query builder of a 0.22 server does it.
 * @throws Error when the SQL has a parameter such as `{:x}`, for which there is no value
 */
export const expandBrackets = (text: string): string => {
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
