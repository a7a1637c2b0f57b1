// Deeper values would overflow the call stack of code that walks them recursively.
const maxDepth = 1000

function write(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (depth === maxDepth) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return `[${value.map(item => write(item, depth + 1)).join(',')}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${write(item, depth + 1)}`).join(',')}}`
}

/** Returns compact JSON with sorted keys; undefined if JSON cannot represent the value or it is nested too deeply. */
export function serializeJson(value: unknown): string | undefined {
  try {
    return write(value, 0)
  } catch {
    return undefined
  }
}

function isShallow(json: string): boolean {
  if (json.length <= maxDepth) return true
  let depth = 0
  let inText = false
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (inText) {
      if (character === '\\') index++
      else if (character === '"') inText = false
    } else if (character === '"') inText = true
    else if (character === '[' || character === '{') {
      if (++depth > maxDepth) return false
    } else if (character === ']' || character === '}') depth--
  }
  return true
}

function isJson(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text)
    return (typeof parsed !== 'number' || Number.isFinite(parsed)) && isShallow(text)
  } catch {
    return false
  }
}

/** Whether text begins like JSON. All other text is certainly not JSON. */
export function startsLikeJson(text: string): boolean {
  return /^[-0-9"[{]/.test(text) || text === 'null' || text === 'true' || text === 'false'
}

/**
 * Writes a number as SQLite does, which stores 64-bit integers exactly and all others with double precision. Otherwise a unique index
 * of another database would take 1 and 1.0 for different values.
 */
function toNumberText(text: string): string {
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : undefined
  return integer !== undefined && BigInt.asIntN(64, integer) === integer ? String(integer) : JSON.stringify(Number(text))
}

/** Returns the text itself if it is JSON, with numbers in their normal form, otherwise the text as a JSON string. */
export function toJsonText(text: string): string {
  if (!startsLikeJson(text) || !isJson(text)) return JSON.stringify(text)
  return /^[-0-9]/.test(text) ? toNumberText(text.trim()) : text
}
