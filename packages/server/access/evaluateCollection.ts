import { fieldType } from '@coffer/fields'
import {
  type AccessCell,
  type Collection,
  type CollectionExposure,
  type FileExposure,
  type PersonaAccess,
  type Rule,
  type RuleAction,
  ruleActions,
} from '@coffer/schema'
import { shapeOf } from '../records/rows/shape.ts'
import { ruleOf } from '../records/rules/conditions.ts'
import { evaluateEmails } from './evaluateEmails.ts'
import { type AskedRule, type EvaluatedRule, type Evaluation, evaluateRule, type Population } from './evaluateRule.ts'
import type { Persona } from './Persona.ts'
import { readsContext } from './ruleContexts.ts'

/** Returns the actions that a collection has rules for. */
export function actionsOf({ type }: Collection): RuleAction[] {
  if (type === 'view') return ['list', 'view']
  return ruleActions.filter(action => action !== 'manage' || type === 'auth')
}

/** Returns the rule for an action. An empty manage rule allows only admins. */
export function ruleFor(collection: Collection, action: RuleAction): Rule {
  if (action !== 'manage') return ruleOf(collection, action)
  return (collection.type === 'auth' && collection.options.manageRule) || null
}

/** Returns the fields with files, and whether they are protected. */
export function filesOf({ schema }: Collection): FileExposure[] {
  return schema.flatMap(field => {
    const rules = fieldType(field).holdsFiles?.(field.options)
    return rules ? [{ field: field.name, isProtected: rules.protected }] : []
  })
}

/** Returns the names of the fields in responses to guests and users. */
export function fieldsOf(collection: Collection): string[] {
  return shapeOf(collection).columns.flatMap(({ name, secret, field }) => (secret || field?.hidden ? [] : [name]))
}

/** Evaluates what a persona can do with a collection. */
async function evaluateAccess(evaluation: Evaluation, population: Population, persona: Persona): Promise<PersonaAccess> {
  const { collection } = population
  const evaluate = (asked: AskedRule) => evaluateRule(evaluation, population, asked, persona)
  const results = await Promise.all(
    actionsOf(collection).map(async (action): Promise<[RuleAction, EvaluatedRule]> => [action, await evaluate({ action })]),
  )
  const byAction = new Map(results)
  const inContext = async (action: 'list' | 'view', context: 'realtime' | 'protectedFile'): Promise<AccessCell> => {
    const found = readsContext(ruleOf(collection, action)) ? undefined : byAction.get(action)
    return (found ?? (await evaluate({ action, context }))).cell
  }
  const readable = [byAction.get('list'), byAction.get('view')].flatMap(result => result ?? [])
  const [list, record, emails, files] = await Promise.all([
    inContext('list', 'realtime'),
    inContext('view', 'realtime'),
    collection.type === 'auth' ? evaluateEmails(evaluation, population, persona, readable) : undefined,
    filesOf(collection).some(({ isProtected }) => isProtected) ? inContext('view', 'protectedFile') : undefined,
  ])
  return {
    actions: Object.fromEntries(results.map(([action, { cell }]) => [action, cell])),
    ...(emails && { emails: emails.cell }),
    ...(files && { protectedFiles: files }),
    realtime: { collection: list, record },
  }
}

/** Evaluates what personas can do with a collection. */
export async function evaluateCollection(
  evaluation: Evaluation,
  population: Population,
  personas: readonly Persona[],
): Promise<CollectionExposure> {
  const { collection, total } = population
  const access = await Promise.all(
    personas.map(
      async (persona): Promise<[string, PersonaAccess]> => [persona.key, await evaluateAccess(evaluation, population, persona)],
    ),
  )
  return {
    id: collection.id,
    name: collection.name,
    type: collection.type,
    ...(total !== undefined && { records: total }),
    rules: Object.fromEntries(actionsOf(collection).map(action => [action, ruleFor(collection, action)])),
    fields: fieldsOf(collection),
    files: filesOf(collection),
    access: Object.fromEntries(access),
  }
}
