import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { positiveIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'

const textList = () => setting(v.nullable(v.array(v.string())), null)

/**
 * With `maxSelect` 1 the field has a single file. `maxSize` is in bytes per file. Without `mimeTypes` all types are accepted.
 * `thumbs` are sizes such as `100x50f`. The URL of a protected file needs a token.
 */
export const fileOptions = shape({
  mimeTypes: textList(),
  thumbs: textList(),
  maxSelect: setting(integer, 0),
  maxSize: setting(integer, 0),
  protected: setting(v.boolean(), false),
})

/** Default maximum size of a file in bytes. */
export const defaultMaxSize = 5_242_880

export type FileOptions = ShapeOf<typeof fileOptions>

const emptySize = /^0x0[tbf]?$/
const thumbSize = /^\d+x\d+[tbf]?$/

function thumbIssues(size: string, index: number): OptionIssue[] {
  if (emptySize.test(size)) {
    return [{ path: ['thumbs', index], code: 'validation_not_in_invalid', message: 'Must not be in list.' }]
  }
  return size === '' || thumbSize.test(size)
    ? []
    : [{ path: ['thumbs', index], code: 'validation_match_invalid', message: 'Must be in a valid format.' }]
}

export function validateFileOptions({ maxSelect, maxSize, thumbs }: FileOptions): OptionIssue[] {
  return [
    ...positiveIssues(maxSelect, 'maxSelect'),
    ...positiveIssues(maxSize, 'maxSize'),
    ...(thumbs ?? []).flatMap(thumbIssues),
  ]
}
