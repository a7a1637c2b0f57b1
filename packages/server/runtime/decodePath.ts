/** Decodes percent-encoded characters; leaves invalid sequences unchanged. */
export function decodePath(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}
