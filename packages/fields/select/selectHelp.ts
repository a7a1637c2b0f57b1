import type { SelectOptions } from './options.ts'

/** Describes what can be chosen, why nothing more can be chosen, or why the current value is invalid. */
export function selectHelp({ maxSelect, values }: SelectOptions, chosen: readonly string[]): string {
  const gone = chosen.filter(choice => !values?.includes(choice)).map(choice => `"${choice}"`)
  return [
    maxSelect > 1 && `Select up to ${maxSelect} items.`,
    maxSelect > 1 && chosen.length >= maxSelect && 'Remove one to choose another.',
    gone.length > 0 && `No longer among the choices: ${gone.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
