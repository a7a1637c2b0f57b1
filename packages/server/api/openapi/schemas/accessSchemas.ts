import type { JsonSchema } from '@coffer/fields/jsonSchemas'
import { ruleActions } from '@coffer/schema'
import { flag, integer, list, nullableText, object, partial, ref, text } from './objectSchema.ts'

const level: JsonSchema = { type: 'string', enum: ['none', 'some', 'all', 'unknown'] }

const byAction = (value: JsonSchema): JsonSchema => partial(Object.fromEntries(ruleActions.map(action => [action, value])))

const cell = object(
  {
    level,
    isFixed: { ...flag, description: 'Whether the rule alone decides, so that it is the same for any record.' },
    count: { ...integer, description: 'The number of reached records, at most: with the request that reaches the most.' },
    atLeast: { ...integer, description: 'The number of records that every request reaches, if it depends on the request.' },
    dependsOnRequest: { ...flag, description: 'Whether the rule depends on the sent data, query parameters or headers.' },
    sample: { ...integer, description: 'The number of examined records, if the counts are estimates.' },
    error: { ...text, description: 'Why the rule is invalid. Requests of clients are rejected then.' },
  },
  ['isFixed', 'count', 'atLeast', 'dependsOnRequest', 'sample', 'error'],
)

const personaAccess = object(
  {
    actions: byAction(ref('AccessCell')),
    emails: { ...ref('AccessCell'), description: 'The records whose email can be read.' },
    protectedFiles: { ...ref('AccessCell'), description: 'The records whose protected files can be downloaded.' },
    realtime: object({ collection: ref('AccessCell'), record: ref('AccessCell') }),
  },
  ['emails', 'protectedFiles'],
)

const widening = object(
  {
    collectionId: text,
    collection: text,
    persona: text,
    alsoFor: { ...list(text), description: 'The keys of new users who can do the same since the review.' },
    what: {
      type: 'string',
      enum: [...ruleActions, 'emails', 'files', 'fields', 'query', 'protectedFiles', 'collectionTopic', 'recordTopics'],
    },
    before: level,
    after: level,
    fields: list(text),
    nullNames: { ...list(text), description: 'Names in the rule that are null since a field no longer exists.' },
  },
  ['alsoFor', 'fields', 'nullNames'],
)

const persona = object(
  {
    key: { ...text, description: '`guest`, `new:COLLECTION_ID` or `COLLECTION_ID/RECORD_ID`.' },
    kind: { type: 'string', enum: ['guest', 'newUser', 'record'] },
    collection: text,
    username: text,
  },
  ['username'],
)

const collectionExposure = object(
  {
    id: text,
    name: text,
    type: text,
    records: integer,
    rules: byAction(nullableText),
    fields: list(text),
    files: list(object({ field: text, isProtected: flag })),
    access: { type: 'object', additionalProperties: ref('PersonaAccess'), description: 'By the key of the persona.' },
  },
  ['records'],
)

const difference = {
  gained: { ...integer, description: 'Absent if they could not be counted in time.' },
  lost: integer,
}

const listedIds = { ...list(text), description: 'At most 1,000 ids. Present for the persona that the request names.' }

const userDifference = object(
  { persona: text, username: text, collection: text, ...difference, gainedIds: listedIds, lostIds: listedIds },
  ['gained', 'lost', 'gainedIds', 'lostIds'],
)

const ruleChange = object(
  {
    action: { type: 'string', enum: [...ruleActions] },
    before: nullableText,
    after: nullableText,
    opensToEveryone: { ...flag, description: 'Whether everyone is allowed on every record then, and was not before.' },
    isUncertain: {
      ...flag,
      description:
        'Whether that is only possible, because the rule names what is not saved yet, or there was no time to evaluate it.',
    },
    guests: object({ ...difference, gainedIds: list(text), lostIds: list(text) }, ['gained', 'lost']),
    users: object({ total: integer, examined: integer, gaining: integer, losing: integer, changed: list(userDifference) }),
    sample: { ...integer, description: 'The number of examined records, if the counts are estimates.' },
    error: { ...text, description: 'Why the new rule cannot be evaluated.' },
  },
  ['isUncertain', 'guests', 'users', 'sample', 'error'],
)

const changedRecords = object({ count: integer, ids: { ...list(text), description: 'At most 1,000 ids.' } })

const queryChange = object({
  gained: { ...changedRecords, description: 'The records that only the new query shows.' },
  lost: { ...changedRecords, description: 'The records that only the stored query shows.' },
  changed: { ...changedRecords, description: 'The records that both show, with other values in the columns that both have.' },
  newFields: { ...list(text), description: 'The fields in responses that only the new query has.' },
  lostFields: list(text),
})

const shownValue: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] }

const side = object(
  {
    value: shownValue,
    isSecret: { ...flag, description: 'Whether the value is the hash of a password, which is not shown.' },
    path: list(object({ collection: text, id: nullableText })),
  },
  ['isSecret', 'path'],
)

const position = object({ start: integer, end: integer })

const shared = { text, span: position, isMet: flag }

const comparison = object({
  kind: { type: 'string', enum: ['comparison'] },
  ...shared,
  hasMany: { ...flag, description: 'Whether a path leads to several rows, of which `?=` needs one, and `=` all.' },
  rows: { ...list(object({ left: side, right: side, isMet: flag })), description: 'The row that decided, or the first rows.' },
})

const group = object(
  {
    kind: { type: 'string', enum: ['and', 'or'] },
    ...shared,
    parts: list(ref('ExplainedNode')),
    omitted: { ...integer, description: 'The number of parts that are not shown, because the rule is too long.' },
  },
  ['omitted'],
)

const verdict = object(
  {
    isAllowed: flag,
    status: integer,
    message: text,
    issues: { type: 'object', additionalProperties: object({ code: text, message: text }) },
    total: { ...integer, description: 'The number of records in the list.' },
    listed: { ...list(text), description: 'The ids of the records on the requested page of the list.' },
    hasRecord: { ...flag, description: 'Whether the list has the record, on one of its pages.' },
  },
  ['total', 'listed', 'hasRecord'],
)

const suggestedChange = object(
  {
    kind: { type: 'string', enum: ['record', 'request', 'rule'] },
    text,
    rule: { ...nullableText, description: 'The new rule.' },
  },
  ['rule'],
)

const texts: JsonSchema = { type: 'object', additionalProperties: text }

const ruleTest = object(
  {
    name: { ...text, description: 'A sentence that replaces the derived one.' },
    persona: { ...text, description: '`guest`, `new:COLLECTION` or `COLLECTION/RECORD_ID`.' },
    action: { type: 'string', enum: ruleActions.filter(action => action !== 'manage') },
    record: { ...text, description: 'The id of a record.' },
    given: { type: 'object', description: 'The values of a record that an admin creates before the request.' },
    data: { type: 'object', description: 'The values that the client sends.' },
    query: texts,
    headers: texts,
    expected: {
      anyOf: [{ type: 'string', enum: ['allowed', 'denied'] }, integer],
      description: 'A number is the number of records in a list.',
    },
  },
  ['name', 'record', 'given', 'data', 'query', 'headers'],
)

/** The schemas of who can do what. */
export const accessSchemas = {
  ExplainedNode: { anyOf: [comparison, group] },
  Explanation: object(
    {
      action: { type: 'string', enum: ruleActions.filter(action => action !== 'manage') },
      collection: text,
      persona: text,
      rule: nullableText,
      verdict,
      hasHooks: { ...flag, description: 'Whether the API calls hooks for such a request. The explanation does not.' },
      record: { ...text, description: 'The record for which the rule was evaluated.' },
      isExample: { ...flag, description: 'Whether the record was chosen as an example of a list.' },
      conditions: list(object({ source: { type: 'string', enum: ['rule', 'filter'] }, text, tree: ref('ExplainedNode') })),
      note: { ...text, description: 'Why there are no conditions, or why none of the changes is enough.' },
      changes: { ...list(suggestedChange), description: 'The smallest changes that turn the result of the rule.' },
    },
    ['hasHooks', 'record', 'isExample', 'note'],
  ),
  RuleTest: ruleTest,
  RuleTestResults: object({
    results: list(
      object(
        {
          collectionId: text,
          collection: text,
          index: { ...integer, description: 'The position of the test in its collection.' },
          test: ref('RuleTest'),
          isPassed: flag,
          hasRun: { ...flag, description: 'Whether the test was run: not if the tests before it took too long.' },
          message: { ...text, description: 'Why the test has not passed.' },
          total: { ...integer, description: 'The number of records of a list that the API returns.' },
          listed: { ...list(text), description: 'The ids of the records on its page.' },
        },
        ['total', 'listed'],
      ),
    ),
  }),
  AccessCell: cell,
  PersonaAccess: personaAccess,
  AccessReview: object({ reviewed: text, by: { ...text, description: 'The email of the admin.' } }),
  Exposure: object({
    personas: list(persona),
    collections: list(collectionExposure),
    state: { ...text, description: 'Identifies the rules and fields; send it to mark them as reviewed.' },
    review: { anyOf: [ref('AccessReview'), { type: 'null' }] },
    widened: { ...list(widening), description: 'What has become possible since the review.' },
  }),
  RuleComparison: object({ changes: list(ruleChange), query: queryChange }, ['query']),
  ReachedRecords: object({
    page: integer,
    perPage: integer,
    totalItems: integer,
    totalPages: integer,
    items: list({ type: 'object' }),
  }),
} satisfies Record<string, JsonSchema>
