/** Converts ASCII letters to lower case, as the databases do. */
export function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, letters => letters.toLowerCase())
}
