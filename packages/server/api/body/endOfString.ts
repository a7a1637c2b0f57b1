const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)

/** Returns the position of the closing quote of the JSON string that opens at `start`; the text's length if there is none. */
export const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
