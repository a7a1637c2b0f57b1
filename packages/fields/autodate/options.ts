import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'

/** When the server sets the date. */
export const autodateOptions = shape({
  onCreate: setting(v.boolean(), false),
  onUpdate: setting(v.boolean(), false),
})

export type AutodateOptions = ShapeOf<typeof autodateOptions>

export function validateAutodateOptions({ onCreate, onUpdate }: AutodateOptions): OptionIssue[] {
  if (onCreate || onUpdate) return []
  return [
    { path: ['onCreate'], code: 'validation_required', message: 'Choose when the date is set: on create, on update or both.' },
  ]
}

/** Describes when the date is set. */
export function autodateHelp({ onCreate, onUpdate }: AutodateOptions): string {
  if (onCreate && onUpdate) return 'Set by the server when the record is created and with each update.'
  return onUpdate ? 'Set by the server with each update.' : 'Set by the server when the record is created.'
}
