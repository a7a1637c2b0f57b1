/** Matches a backslash, alone or with the character that it escapes, and the wildcards of `LIKE`. */
const special = /\\[\\%_]|[\\%_]/g

/**
 * Returns the pattern with which `LIKE … ESCAPE '\'` implements `~ text`: a text with an unescaped `%` is a pattern itself; any
 * other text matches anywhere in the value.
 */
export const likePattern = (text: string): string => {
  let isPattern = false
  const escaped = text.replace(special, found => {
    if (found === '%') isPattern = true
    return found.length === 1 ? `\\${found}` : found
  })
  return isPattern ? text : `%${escaped}%`
}
