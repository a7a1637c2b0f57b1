/** A backslash with what it escapes, or a character that `LIKE` treats apart. */
const special = /\\[\\%_]|[\\%_]/g

/**
 * The pattern for `LIKE … ESCAPE '\'` that `~ text` stands for: text with an open `%` is a pattern itself, any other text may
 * stand anywhere in the value.
 */
export const likePattern = (text: string): string => {
  let isPattern = false
  const escaped = text.replace(special, found => {
    if (found === '%') isPattern = true
    return found.length === 1 ? `\\${found}` : found
  })
  return isPattern ? text : `%${escaped}%`
}
