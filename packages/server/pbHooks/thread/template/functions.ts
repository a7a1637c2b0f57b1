import { format } from 'node:util'
import { goJson } from '../goJson.ts'
import { escapeHtml } from './escapes.ts'
import { fieldOf, isTruthy, Raw, textOf } from './values.ts'

export type TemplateFunction = (...args: unknown[]) => unknown

function compare(one: unknown, other: unknown): number {
  if (typeof one !== typeof other || (typeof one !== 'number' && typeof one !== 'string'))
    throw new Error('incompatible types for comparison')
  return one === other ? 0 : one < (other as typeof one) ? -1 : 1
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) throw new Error(`len of ${textOf(value)}`)
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

function indexOf(value: unknown, key: unknown): unknown {
  if (!Array.isArray(value)) return fieldOf(value, String(key), [])
  if (typeof key !== 'number' || key < 0 || key >= value.length) throw new Error(`index out of range: ${textOf(key)}`)
  return value[key]
}

/** The functions of templates. `and` and `or` evaluate all their arguments. */
export const functions: Readonly<Record<string, TemplateFunction>> = {
  raw: text => new Raw(textOf(text)),
  and: (...args) => [...args.slice(0, -1).filter(value => !isTruthy(value)), args.at(-1)][0],
  or: (...args) => [...args.slice(0, -1).filter(isTruthy), args.at(-1)][0],
  not: value => !isTruthy(value),
  eq: (value, ...others) => others.some(other => other === value || (other ?? null) === (value ?? null)),
  ne: (one, other) => one !== other,
  lt: (one, other) => compare(one, other) < 0,
  le: (one, other) => compare(one, other) <= 0,
  gt: (one, other) => compare(one, other) > 0,
  ge: (one, other) => compare(one, other) >= 0,
  len: lengthOf,
  index: (value, ...keys) => keys.reduce(indexOf, value),
  slice: (value, from = 0, to = undefined) => (value as string | unknown[]).slice(Number(from), to as number | undefined),
  print: (...args) => args.map(textOf).join(''),
  println: (...args) => `${args.map(textOf).join(' ')}\n`,
  printf: (pattern, ...args) => format(textOf(pattern).replaceAll('%v', '%s').replaceAll('%q', '%j'), ...args),
  html: (...args) => escapeHtml(args.map(textOf).join('')),
  js: (...args) => goJson(args.map(textOf).join('')).slice(1, -1),
  urlquery: (...args) => encodeURIComponent(args.map(textOf).join('')),
  call: (work, ...args) => (work as TemplateFunction)(...args),
}
