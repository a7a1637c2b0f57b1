import type { FieldAbilities } from '../contract.ts'
import type { AutodateOptions } from './options.ts'

export const abilities: FieldAbilities<AutodateOptions> = {
  holdsDate: true,
  isUnknownTo022: true,
  setsDate: options => options,
}
