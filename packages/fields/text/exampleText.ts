/** Texts that common patterns accept. */
const candidates = ['Some text', 'some-text', 'sometext', 'SOMETEXT', '12345', 'AB12345678', '#a0b1c2']

/** Returns a valid example, adapted to the limits in characters; '' if no common text is valid. */
export function exampleText(
  isValid: (text: string) => boolean,
  { min, max }: { min: number | null; max: number | null },
): string {
  const fitting = candidates.map(text => text.padEnd(min ?? 0, text.at(-1)).slice(0, max ?? undefined))
  return fitting.find(isValid) ?? ''
}
