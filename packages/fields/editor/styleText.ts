/** The declarations of a style attribute in order: name in lower case, value as written. */
export type Declarations = readonly (readonly [property: string, value: string])[]

/** Splits at semicolons, except inside quotes and brackets. */
function splitDeclarations(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index)
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') depth++
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (sign === ';' && depth === 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** Parses a style attribute. Ignores invalid declarations. */
export function readStyle(text: string): Declarations {
  return splitDeclarations(text).flatMap(part => {
    const colon = part.indexOf(':')
    const property = part.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = part.slice(colon + 1).trim()
    return property !== '' && value !== '' ? [[property, value] as const] : []
  })
}

/** Serializes a style attribute, for example `color: red; width: 50%`. */
export function writeStyle(declarations: Declarations): string {
  return declarations.map(([property, value]) => `${property}: ${value}`).join('; ')
}

/** Returns the effective value: the last one. */
export function styleValue(declarations: Declarations, property: string): string | undefined {
  return declarations.findLast(([name]) => name === property)?.[1]
}
