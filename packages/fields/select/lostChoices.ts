import type { SelectOptions } from './options.ts'

/** The choices of the stored field that are none any more. */
export const lostChoices = (stored: SelectOptions | undefined, values: readonly string[]): string[] =>
  (stored?.values ?? []).filter(choice => !values.includes(choice))
