import type { Issue } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'

/** A validation step over all fields of a collection. Returns issues by field position, or one issue for the whole list. */
export type FieldStep = (draft: CollectionDraft, context: ValidationContext) => Issue | Issues
