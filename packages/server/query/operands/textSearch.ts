import { toAsciiLowerCase } from '../../db/Dialect.ts'

/** Matches a backslash, alone or with the character that it escapes, and the wildcards of `LIKE`. */
const special = /\\[\\%_]|[\\%_]/g

/**
 * Returns the pattern with which `LIKE … ESCAPE '\'` implements `~ text`: a text with an unescaped `%` is a pattern itself; any
 * other text matches anywhere in the value.
 */
export function likePattern(text: string): string {
  let isPattern = false
  const escaped = text.replace(special, found => {
    if (found === '%') isPattern = true
    return found.length === 1 ? `\\${found}` : found
  })
  return isPattern ? text : `%${escaped}%`
}

/** Stands for the wildcard `_` in a segment. */
const anyCharacter = ''

/** Returns the texts between the wildcards `%` of a pattern, as characters in lower case. */
function segmentsOf(pattern: string): string[][] {
  let segment: string[] = []
  const segments = [segment]
  for (const part of toAsciiLowerCase(pattern).match(/\\.|./gsu) ?? []) {
    if (part === '%') {
      segment = []
      segments.push(segment)
    } else if (part === '_') segment.push(anyCharacter)
    else segment.push(part.length > 1 && part.startsWith('\\') ? part.slice(1) : part)
  }
  return segments
}

/** How many partial matches of a segment can overlap at one character of a value. */
const maxOverlaps = 16

/**
 * Whether more partial matches of a segment than `maxOverlaps` can overlap, as those of `aaaa…b` in a value of many `a`. `LIKE` compares
 * each character of a value with each of them.
 */
function isRepetitive(segment: readonly string[]): boolean {
  const characters = segment.slice(segment.findIndex(character => character !== anyCharacter))
  const { length } = characters
  const fits = (a: string | undefined, b: string | undefined) => a === b || a === anyCharacter || b === anyCharacter
  /** How many matches that begin within the segment begin or end to match at each of its characters. */
  const changes = new Int32Array(length + 1)
  let compared = 0
  for (let start = 1; start < length; start += 1) {
    let end = start
    while (end < length && fits(characters[end - start], characters[end])) end += 1
    compared += end - start
    // More overlap on average, so the following loop need not find where.
    if (compared > maxOverlaps * length) return true
    changes[start] = (changes[start] ?? 0) + 1
    changes[end] = (changes[end] ?? 0) - 1
  }
  let overlaps = 1
  return changes.some(change => {
    overlaps += change
    return overlaps > maxOverlaps
  })
}

/** Maximum length of a repetitive text. Databases compare it with the text at each character of a value. */
const maxRepetitiveBytes = 1_000

/**
 * Returns how `~ text` is evaluated in a time that is proportional to the length of the value: with a pattern, or, where `LIKE` would take
 * much longer, by a search for the plain text. Undefined if neither does.
 */
export function textSearch(text: string): { pattern: string } | { plainText: string } | undefined {
  const pattern = likePattern(text)
  const segments = segmentsOf(pattern)
  // The first segment is compared with the start of a value only.
  if (!segments.slice(1).some(isRepetitive)) return { pattern }
  const filled = segments.filter(({ length }) => length > 0)
  const [only = []] = filled
  const isPlain = filled.length === 1 && only !== segments[0] && only !== segments.at(-1) && !only.includes(anyCharacter)
  const plainText = only.join('')
  // For `LIKE`, a pattern ends at the character NUL.
  const isSearched = isPlain && !plainText.includes('\0') && Buffer.byteLength(plainText) <= maxRepetitiveBytes
  return isSearched ? { plainText } : undefined
}
