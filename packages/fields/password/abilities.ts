import type { FieldAbilities } from '../contract.ts'
import { defaultCost } from './hashCost.ts'

export const abilities: FieldAbilities<{ cost: number }> = {
  isUnknownTo022: true,
  holdsPassword: ({ cost }) => ({ cost: cost || defaultCost }),
}
