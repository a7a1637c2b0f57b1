/** Letters that may be looked for in the middle of a word. */
const enoughForMiddle = 3

/** How well a name answers what was typed of it: the lower the better; undefined is not at all. */
export const matchOf = (name: string, typed: string): number | undefined => {
  if (name.startsWith(typed)) return 0
  const [lowName, lowTyped] = [name.toLowerCase(), typed.toLowerCase()]
  if (lowName.startsWith(lowTyped)) return 1
  const words = [...name.matchAll(/(?<=[\W_])\w|(?<=[a-z])[A-Z]/g)]
  if (words.some(({ index }) => lowName.startsWith(lowTyped, index))) return 2
  return typed.length >= enoughForMiddle && lowName.includes(lowTyped) ? 3 : undefined
}

/** Those of the items whose text answers what was typed, best first; items that answer alike keep their order. */
export const rank = <Item>(items: readonly Item[], typed: string, textOf: (item: Item) => string): Item[] =>
  items
    .flatMap(item => {
      const match = matchOf(textOf(item), typed)
      return match === undefined ? [] : [{ item, match }]
    })
    .sort((one, other) => one.match - other.match)
    .map(({ item }) => item)
