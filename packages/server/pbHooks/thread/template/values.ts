import type { Plain } from '../../../pb/Host.ts'

/** Text that is printed as it is. */
export class Raw {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Returns the name in scripts of a name in Go: the leading capitals become small, as in `id` of `Id` and `htmlBlob` of `HTMLBlob`. */
function scriptNameOf(name: string): string {
  const capitals = /^[A-Z]+/.exec(name)?.[0] ?? ''
  const count = capitals.length > 1 && capitals.length < name.length ? capitals.length - 1 : capitals.length
  return name.slice(0, count).toLowerCase() + name.slice(count)
}

/** Returns a field, or the result of a method, by its name in Go. Missing keys of maps are nothing. */
export function fieldOf(value: unknown, name: string, args: readonly unknown[]): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') throw new Error(`can't evaluate field ${name} in a ${typeof value}`)
  if (isPlain(value)) return Object.hasOwn(value, name) ? (value as Plain)[name] : undefined
  const key = scriptNameOf(name)
  const found = key === 'constructor' || key.startsWith('__') ? undefined : (value as Plain)[key]
  if (found === undefined) throw new Error(`can't evaluate field ${name}`)
  return typeof found === 'function' ? found.apply(value, args) : found
}

/** Returns the entries over which `range` goes: lists, maps by their keys, numbers. */
export function entriesOf(value: unknown): [unknown, unknown][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return [...value].map((item, index) => [index, item])
  if (typeof value === 'number')
    return Array.from({ length: Math.max(0, Math.min(value, 1_000_000)) }, (_, index) => [index, index])
  if (typeof value !== 'object' || !isPlain(value)) throw new Error(`range can't iterate over ${textOf(value)}`)
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Whether a value counts as true. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (typeof value === 'object' && value !== null && isPlain(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** Returns a value as Go prints it. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${[...value].map(textOf).join(' ')}]`
  if (typeof value === 'object' && isPlain(value))
    return `map[${entriesOf(value)
      .map(([key, item]) => `${key}:${textOf(item)}`)
      .join(' ')}]`
  return String(value)
}
