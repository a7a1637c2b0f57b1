import type { FieldAbilities } from '../contract.ts'

export const editorAbilities: FieldAbilities = { holdsHtml: true }
