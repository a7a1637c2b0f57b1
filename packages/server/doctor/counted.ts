/** Formats a number and its noun: `1 record`, `2 records`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count} ${count === 1 ? noun : plural}`
