import { z } from 'zod'
import type { OptionIssue } from '../contract.ts'
import { positiveIssues } from '../options/optionIssues.ts'
import { setting } from '../options/setting.ts'

/** `maxSize` counts bytes of the JSON text. */
export const jsonOptions = z.object({ maxSize: setting(z.int(), 0) })

export type JsonOptions = z.output<typeof jsonOptions>

export const validateJsonOptions = ({ maxSize }: JsonOptions): OptionIssue[] => positiveIssues(maxSize, 'maxSize')
