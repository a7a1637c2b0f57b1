import type { OptionIssue } from '../contract.ts'
import { positiveIssues } from '../options/optionIssues.ts'
import { integer, type ShapeOf, setting, shape } from '../options/shape.ts'

/** `maxSize` counts bytes of the JSON text. */
export const jsonOptions = shape({ maxSize: setting(integer, 0) })

export type JsonOptions = ShapeOf<typeof jsonOptions>

export const validateJsonOptions = ({ maxSize }: JsonOptions): OptionIssue[] => positiveIssues(maxSize, 'maxSize')
