const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)

/** The position of the quote that closes the JSON string whose opening quote is at `start`; the length of the text if none does. */
export const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return text.length
}
