/** Minimum number of typed letters before matches inside a word count. */
const minLettersForInnerMatch = 3

/** Returns how well a name matches the typed text: lower is better, undefined is no match. */
export function matchQuality(name: string, typed: string): number | undefined {
  if (name.startsWith(typed)) return 0
  const [lowName, lowTyped] = [name.toLowerCase(), typed.toLowerCase()]
  if (lowName.startsWith(lowTyped)) return 1
  const words = [...name.matchAll(/(?<=[\W_])\w|(?<=[a-z])[A-Z]/g)]
  if (words.some(({ index }) => lowName.startsWith(lowTyped, index))) return 2
  return typed.length >= minLettersForInnerMatch && lowName.includes(lowTyped) ? 3 : undefined
}

/** Returns the items that match the typed text, best first. Equal matches keep their order. */
export function rankMatches<Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] {
  return items
    .flatMap(item => {
      const match = matchQuality(textOf(item), typed)
      return match === undefined ? [] : [{ item, match }]
    })
    .sort((one, other) => one.match - other.match)
    .map(({ item }) => item)
}
