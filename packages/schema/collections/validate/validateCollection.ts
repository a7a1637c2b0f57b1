import { collectIssues, type Issues } from '../../issues/Issues.ts'
import type { CollectionDraft } from '../CollectionDraft.ts'
import type { ValidationContext } from './ValidationContext.ts'
import { validateFields } from './validateFields.ts'
import { validateId } from './validateId.ts'
import { validateIndexes } from './validateIndexes.ts'
import { validateName } from './validateName.ts'
import { validateOptions } from './validateOptions.ts'
import { validateRules } from './validateRules.ts'
import { validateSystem, validateType } from './validateType.ts'

/** Validates a collection and returns its issues by key; empty when it is valid. Each key is validated independently. */
export const validateCollection = (draft: CollectionDraft, context: ValidationContext): Issues =>
  collectIssues({
    id: validateId(draft.id, context),
    system: validateSystem(draft, context),
    type: validateType(draft, context),
    name: validateName(draft, context),
    schema: validateFields(draft, context),
    ...validateRules(draft, context),
    indexes: validateIndexes(draft),
    options: validateOptions(draft, context),
  })
