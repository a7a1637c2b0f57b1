import type { SelectOptions } from './options.ts'

/** Returns the values that the stored field has and the edited one does not. */
export const lostChoices = (stored: SelectOptions | undefined, values: readonly string[]): string[] =>
  (stored?.values ?? []).filter(choice => !values.includes(choice))
