import type { OptionIssue } from '../contract.ts'
import { positiveIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'

/** `maxSize` is the maximum length of the JSON text in bytes. */
export const jsonOptions = shape({ maxSize: setting(integer, 0) })

/** Default maximum size in bytes. */
export const defaultMaxSize = 2_000_000

export type JsonOptions = ShapeOf<typeof jsonOptions>

export function validateJsonOptions({ maxSize }: JsonOptions): OptionIssue[] {
  return positiveIssues(maxSize, 'maxSize')
}
