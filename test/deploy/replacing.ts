/** Replaces texts in a configuration. @throws if it does not contain one of them */
export function replacing(text: string, replacements: readonly [string, string][]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The configuration does not contain ${from}`)
    return result.replaceAll(from, to)
  }, text)
}
