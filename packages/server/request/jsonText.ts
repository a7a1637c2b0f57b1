const special = /[<>&\u2028\u2029]/
const allSpecial = /[<>&\u2028\u2029]/g

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** JSON in which what could end a script or a line in other languages is escaped, so that it may stand inside of HTML. */
export const escapeJson = (json: string): string => (special.test(json) ? json.replace(allSpecial, escaped) : json)

/** A value as the JSON of an answer, with a final line break. `pretty` indents by two spaces. */
export const jsonText = (value: unknown, pretty = false): string =>
  `${escapeJson(pretty ? JSON.stringify(value, null, 2) : JSON.stringify(value))}\n`
