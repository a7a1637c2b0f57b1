import type { Issue } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { Surroundings } from './Surroundings.ts'

/** A question about all fields of a collection: issues by the position of the field, or one for all of them. */
export type FieldStep = (draft: CollectionDraft, surroundings: Surroundings) => Issue | Issues
