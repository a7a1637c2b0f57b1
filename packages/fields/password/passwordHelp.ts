import { textHelp } from '../text/textHelp.ts'
import type { PasswordOptions } from './options.ts'

/** Describes valid passwords. */
export function passwordHelp({ min, max, pattern }: PasswordOptions): string {
  return textHelp({ min: min || null, max: max || null, pattern })
}
