const special = /[<>&\u2028\u2029]/
const allSpecial = /[<>&\u2028\u2029]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A value as the JSON of an answer, with a final line break. What could end a script or a line in other languages is escaped,
 * so that the text may stand inside of HTML. `pretty` indents by two spaces.
 */
export const jsonText = (value: unknown, pretty = false): string => {
  const text = pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value)
  return `${special.test(text) ? text.replace(allSpecial, escaped) : text}\n`
}
