import { extname } from 'node:path'
import type { Json } from './Exchange.ts'

/** Captured values by name. */
export type Captured = ReadonlyMap<string, Json>

const idForm = /^[a-z0-9]{15}$/
const dateForm = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}Z)$/
const tokenForm = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/
const tenMinutes = 10 * 60 * 1000

const isNow = (text: string) => Math.abs(Date.parse(text.replace(dateForm, '$1T$2')) - Date.now()) < tenMinutes

function isStoredName(original: string, text: string): boolean {
  const extension = extname(original)
  const stem = `${original.slice(0, original.length - extension.length)}_`
  if (!text.startsWith(stem) || !text.endsWith(extension)) return false
  return /^[A-Za-z0-9]{10}$/.test(text.slice(stem.length, text.length - extension.length))
}

/** Returns whether a value matches a placeholder such as `<id>` or `<match:REGEX>`; undefined if the text is not a placeholder. */
export function matchPlaceholder(expected: string, got: unknown, captured: Captured): boolean | undefined {
  const [, kind = '', rest] = /^<([a-z]+)(?::(.*))?>$/is.exec(expected) ?? []
  if (rest === undefined) {
    if (kind === 'any') return true
    if (kind === 'number') return typeof got === 'number' || typeof got === 'bigint'
    if (kind === 'string') return typeof got === 'string'
    if (kind === 'id') return typeof got === 'string' && idForm.test(got)
    if (kind === 'date') return typeof got === 'string' && dateForm.test(got) && isNow(got)
    if (kind === 'token') return typeof got === 'string' && tokenForm.test(got)
    return undefined
  }
  if (kind === 'var') return captured.has(rest) && captured.get(rest) === got
  if (kind === 'filename') return typeof got === 'string' && isStoredName(rest, got)
  if (kind === 'match') return typeof got === 'string' && new RegExp(`^(?:${rest})$`, 's').test(got)
  return undefined
}

/** Replaces `{{name}}` with captured values; unknown names stay. */
export function withCaptured(text: string, captured: Captured): string {
  return text.replace(/\{\{([\w.-]+)\}\}/g, (whole, name: string) => String(captured.get(name) ?? whole))
}
