import { describe, expect, test } from 'vitest'
import { notes, shows, validateForm } from '../testing/validateForm.ts'

const schemaIssues = (schema: unknown, type = 'base') => validateForm({ name: 'x', type, schema }).schema

describe('the name of a field', () => {
  test.each(['a', '1', '_a', 'ID', 'Expand', 'email', 'password', 'order', 'x'.repeat(255)])('can be %s', name => {
    expect(schemaIssues([{ name, type: 'text' }])).toBeUndefined()
  })

  test.each<[string, string]>([
    ['', 'validation_required'],
    ['x'.repeat(256), 'validation_length_out_of_range'],
    ['é'.repeat(128), 'validation_length_out_of_range'],
    ...['a b', 'a-b', 'é', 'a`', 'a"', "a'", 'a;', 'a\n', '`'].map((name): [string, string] => [
      name,
      'validation_match_invalid',
    ]),
    ...['id', 'created', 'updated', 'null', 'true', 'false', '_rowid_', 'collectionId', 'collectionName', 'expand'].map(
      (name): [string, string] => [name, 'validation_not_in_invalid'],
    ),
    ['a_via_b', 'validation_invalid_name'],
    ['a_Via_b', 'validation_invalid_name'],
  ])('%j is rejected with %s', (name, code) => {
    expect(
      schemaIssues([
        { name: 'ok', type: 'text' },
        { name, type: 'text' },
      ]),
    ).toMatchObject({ 1: { name: { code } } })
  })

  test.each([
    'username',
    'email',
    'emailVisibility',
    'verified',
    'tokenKey',
    'passwordHash',
    'lastResetSentAt',
    'lastVerificationSentAt',
    'lastLoginAlertSentAt',
    'password',
    'passwordConfirm',
    'oldPassword',
  ])('%s is reserved in an auth collection', name => {
    expect(schemaIssues([{ name, type: 'text' }], 'auth')).toEqual({
      0: {
        name: { code: 'validation_reserved_auth_field_name', message: 'The field name is reserved and cannot be used.' },
      },
    })
    expect(schemaIssues([{ name, type: 'text' }], 'base')).toBeUndefined()
    expect(schemaIssues([{ name: name.toUpperCase(), type: 'text' }], 'auth')).toBeUndefined()
  })
})

describe('validateFields', () => {
  const before = {
    ...notes,
    schema: notes.schema.map(field => ({ ...field, system: true })),
  }
  const kept = { id: 'note_text', name: 'text', type: 'text', system: true }

  test('rejects changes of system fields', () => {
    const issue = { code: 'validation_system_field_change', message: 'System fields cannot be deleted or changed.' }
    expect(validateForm({ schema: [{ name: 'more', type: 'bool' }, kept] }, { before })).toEqual({})
    for (const change of [
      { name: 'other' },
      { system: false },
      { required: true },
      { options: { max: 1 } },
      { id: 'other_id' },
    ]) {
      expect(validateForm({ schema: [{ ...kept, ...change }] }, { before })).toEqual({ schema: issue })
    }
    expect(validateForm({ schema: [{ name: 'a', type: 'text' }] }, { before })).toEqual({ schema: issue })
  })

  test('rejects a new type for an existing field', () => {
    const schema = [
      { name: 'b', type: 'text' },
      { ...kept, type: 'editor' },
    ]
    expect(validateForm({ schema }, { before: notes })).toEqual({
      schema: { 1: { code: 'validation_field_type_change', message: 'Field type cannot be changed.' } },
    })
    expect(validateForm({ schema: [{ ...kept, id: 'other_id', type: 'editor' }] }, { before: notes })).toEqual({})
  })

  const relation = (collectionId: string, more: object = {}) => ({
    name: 'r',
    type: 'relation',
    options: { collectionId },
    ...more,
  })
  const collectionIssue = (index: number, code: string) => ({ [index]: { options: { collectionId: { code } } } })

  test('rejects relations to unknown collections', () => {
    expect(schemaIssues([relation(notes.id)])).toBeUndefined()
    for (const target of ['', 'notes', 'NOTES0000000001', 'missing00000001']) {
      expect(schemaIssues([relation(target), relation(shows.id)])).toMatchObject(
        collectionIssue(0, 'validation_field_invalid_relation'),
      )
    }
    expect(schemaIssues([relation(notes.id), relation(shows.id, { name: 'q' })])).toMatchObject(
      collectionIssue(1, 'validation_field_non_view_base_relation_collection'),
    )
    expect(schemaIssues([relation(shows.id)], 'view')).toBeUndefined()
  })

  test('rejects a new collection for an existing relation', () => {
    const other = { ...notes, id: 'other0000000001', name: 'other' }
    const stored = {
      ...notes,
      schema: [{ ...notes.schema[0], ...relation(notes.id), id: 'the_relation' }] as typeof notes.schema,
    }
    const context = { before: stored, collections: [stored, other] }
    expect(validateForm({ schema: [relation(notes.id, { id: 'the_relation' })] }, context)).toEqual({})
    expect(validateForm({ schema: [relation(other.id, { id: 'the_relation' })] }, context).schema).toMatchObject(
      collectionIssue(0, 'validation_field_relation_change'),
    )
    expect(validateForm({ schema: [relation(other.id)] }, context)).toEqual({})
  })

  test('rejects names that differ only in case before validating each field', () => {
    const schema = ['a b', 'one', 'ONE', 'a b'].map(name => ({ name, type: 'text' }))
    expect(schemaIssues(schema)).toMatchObject({
      2: {
        name: { code: 'validation_duplicated_field_name', message: 'Duplicated or invalid schema field name.' },
      },
    })
  })

  test('reports the issues of all fields together', () => {
    const schema = [
      { name: 'ok', type: 'text' },
      { name: '', type: 'number', options: { min: 3, max: 1 }, id: 'abc' },
      { name: 'f', type: 'file', unique: true },
      { name: 'u', type: 'user', options: { anything: 1 } },
      { name: 'd', type: 'email', options: { onlyDomains: ['a.example', 'no', '@'] } },
    ]
    expect(schemaIssues(schema)).toMatchObject({
      1: {
        id: { code: 'validation_length_out_of_range', message: 'The length must be between 5 and 255.' },
        name: { code: 'validation_required' },
        options: { max: { code: 'validation_min_greater_equal_than_required' } },
      },
      2: {
        unique: { code: 'validation_empty', message: 'Must be blank.' },
        options: { maxSelect: { code: 'validation_required' }, maxSize: { code: 'validation_required' } },
      },
      3: { type: { code: 'validation_in_invalid' } },
      4: { options: { onlyDomains: { 1: { code: 'validation_is_domain' }, 2: { code: 'validation_is_domain' } } } },
    })
    expect(Object.keys(schemaIssues(schema) ?? {})).toEqual(['1', '2', '3', '4'])
  })
})
