/** The characters that a part of a pattern describes and the position behind it, or a sentence that says what is wrong. */
type Read = { characters: readonly string[]; end: number } | { error: string }

/** The characters from which `.`, negated classes and `\W` choose: printable ASCII. */
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

/** Maximum number of characters of a class. */
const maxCharacters = 2_000

const classes: Readonly<Record<string, RegExp>> = { d: /[0-9]/, D: /[^0-9]/, w: /\w/, W: /\W/, s: / /, S: /[^ ]/ }
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** Reads an escape such as `\d` or `\.`, which begins at the position. */
export function readEscape(pattern: string, start: number): Read {
  const character = pattern.charAt(start + 1)
  const end = start + 2
  const known = classes[character]
  if (known) return { characters: printable.filter(one => known.test(one)), end }
  const control = controls[character]
  if (control !== undefined) return { characters: [control], end }
  if (character === '') return { error: 'It ends with a \\ that escapes nothing.' }
  if (/[0-9A-Za-z]/.test(character))
    return { error: `\\${character} is not supported. Use \\d, \\w, \\s or the characters themselves.` }
  return { characters: [character], end }
}

/** Reads one character of a class, or an escape. */
function readMember(pattern: string, start: number): Read {
  if (pattern.charAt(start) === '\\') return readEscape(pattern, start)
  const character = String.fromCodePoint(pattern.codePointAt(start) ?? 0)
  return { characters: [character], end: start + character.length }
}

function range(from: string, to: string): string[] | undefined {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)]
  if (last < first || last - first >= maxCharacters) return undefined
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}

/** Reads a class such as `[a-z_]` or `[^\d]`, which begins at the position. A negated one has printable ASCII characters only. */
export function readClass(pattern: string, start: number): Read {
  const isNegated = pattern.charAt(start + 1) === '^'
  const characters = new Set<string>()
  let position = start + (isNegated ? 2 : 1)
  const first = position
  while (pattern.charAt(position) !== ']' || position === first) {
    if (position >= pattern.length) return { error: 'A class lacks its ].' }
    if (pattern.startsWith('[:', position)) return { error: 'Classes such as [:alpha:] are not supported. Use a-z.' }
    const from = readMember(pattern, position)
    if ('error' in from) return from
    position = from.end
    const [only = ''] = from.characters
    const isRange = pattern.charAt(position) === '-' && !['', ']'].includes(pattern.charAt(position + 1))
    if (!isRange) {
      for (const one of from.characters) characters.add(one)
      continue
    }
    const to = readMember(pattern, position + 1)
    if ('error' in to) return to
    const between = from.characters.length === 1 && to.characters.length === 1 ? range(only, to.characters[0] ?? '') : undefined
    if (!between)
      return { error: `The range at ${only}- is not possible. It has at most ${maxCharacters} characters, the lower one first.` }
    for (const one of between) characters.add(one)
    position = to.end
  }
  const found = isNegated ? printable.filter(one => !characters.has(one)) : [...characters]
  return found.length > 0 ? { characters: found, end: position + 1 } : { error: 'A class has no characters.' }
}
