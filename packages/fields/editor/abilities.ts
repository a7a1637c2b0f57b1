import type { FieldAbilities } from '../contract.ts'

export const abilities: FieldAbilities = { holdsHtml: true, newerOptions: ['maxSize'] }
