/** The texts of a normal value, one or several; none when it is empty. */
export const textsIn = (value: unknown): string[] =>
  [value].flat().filter((text): text is string => typeof text === 'string' && text !== '')
