import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { Surroundings } from './Surroundings.ts'
import { validateFields } from './validateFields.ts'
import { validateId } from './validateId.ts'
import { validateIndexes } from './validateIndexes.ts'
import { validateName } from './validateName.ts'
import { validateOptions } from './validateOptions.ts'
import { validateRules } from './validateRules.ts'
import { validateSystem, validateType } from './validateType.ts'

/** Validates a collection and returns its issues by key; empty when it is valid. Each key is validated independently. */
export const validateCollection = (draft: CollectionDraft, surroundings: Surroundings): Issues =>
  collectIssues({
    id: validateId(draft.id, surroundings),
    system: validateSystem(draft, surroundings),
    type: validateType(draft, surroundings),
    name: validateName(draft, surroundings),
    schema: validateFields(draft, surroundings),
    ...validateRules(draft, surroundings),
    indexes: validateIndexes(draft),
    options: validateOptions(draft, surroundings),
  })
