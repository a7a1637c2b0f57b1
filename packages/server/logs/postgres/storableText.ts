/** Replaces what PostgreSQL cannot store in a text: the character NUL and halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** Matches an escaped backslash, or the escape of a character that PostgreSQL cannot store. `JSON.stringify` escapes no pairs. */
const escaped = /\\\\|\\u(?:0000|d[89a-f][\da-f]{2})/gi

/** Replaces the escapes of characters in JSON that PostgreSQL could not read: the JSON must come from `JSON.stringify`. */
export const storableJson = (json: string): string =>
  json.includes('\\u') ? json.replace(escaped, found => (found === '\\\\' ? found : '\\ufffd')) : json
