/** Ids that were typed or pasted, between commas, blanks or line ends. */
export const idsInText = (text: string): string[] => text.split(/[\s,;]+/).filter(id => id !== '')

/** Ids with further ones: each once, and of too many the latest. */
export const addIds = (ids: readonly string[], added: readonly string[], limit: number): string[] =>
  [...new Set([...ids, ...added])].slice(-limit)
