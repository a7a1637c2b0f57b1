const special = /[<>&\u2028\u2029]/
const allSpecial = /[<>&\u2028\u2029]/g

const codes: Readonly<Record<string, string>> = Object.fromEntries(
  ['<', '>', '&', '\u2028', '\u2029'].map(sign => [sign, `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`]),
)

const codeOf = (sign: string): string => codes[sign] ?? sign

/** Escapes `<`, `>`, `&` and Unicode line separators, so that JSON can be embedded in HTML and scripts. */
export const escapeJson = (json: string): string => (special.test(json) ? json.replace(allSpecial, codeOf) : json)
