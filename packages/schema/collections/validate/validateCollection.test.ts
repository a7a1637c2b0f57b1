import { describe, expect, test } from 'vitest'
import { notes, sealed, shows, validateForm } from '../testing/validateForm.ts'

const text = { name: 'a', type: 'text' }
const required = { code: 'validation_required', message: 'Cannot be blank.' }
const format = { code: 'validation_match_invalid', message: 'Must be in a valid format.' }

describe('validateCollection', () => {
  test('reports all missing required keys', () => {
    expect(validateForm({})).toEqual({ name: required, schema: required })
    expect(validateForm({ type: 'auth' })).toEqual({ name: required })
    expect(validateForm({ type: 'view' })).toEqual({ name: required, options: { query: required } })
    expect(validateForm({ type: '', name: 'x', schema: [text] })).toEqual({ type: required })
  })

  test('a complete collection has no issues', () => {
    expect(validateForm({ name: 'x', schema: [text] })).toEqual({})
    expect(validateForm({ name: 'x', type: 'auth' })).toEqual({})
    expect(validateForm({ name: 'x', type: 'view', options: { query: 'select 1 as id' } })).toEqual({})
  })

  test('an update without changes has no issues', () => {
    for (const before of [notes, shows, sealed]) expect(validateForm({}, { before })).toEqual({})
  })

  test('rejects an unknown type and a change of the type', () => {
    expect(validateForm({ name: 'x', type: 'nothing', schema: [text] })).toEqual({
      type: { code: 'validation_in_invalid', message: 'Must be a valid value.' },
    })
    expect(validateForm({ type: 'auth' }, { before: notes }).type).toEqual({
      code: 'validation_collection_type_change',
      message: 'Collection type cannot be changed.',
    })
  })

  test('rejects a change of the system flag', () => {
    expect(validateForm({ name: 'x', system: true, schema: [text] })).toEqual({})
    const issue = {
      code: 'validation_collection_system_flag_change',
      message: 'System collection state cannot be changed.',
    }
    expect(validateForm({ system: true }, { before: notes })).toEqual({ system: issue })
    expect(validateForm({ system: false }, { before: sealed })).toEqual({ system: issue })
  })
})

describe('the name of a collection', () => {
  const nameIssue = (name: string) => validateForm({ name, schema: [text] }).name

  test.each(['a', 'A1', '9', 'posts_2', 'select', 'sqlite_x', 'x'.repeat(255)])('a collection name can be %s', name => {
    expect(nameIssue(name)).toBeUndefined()
  })

  test.each(['_a', 'a-b', 'a b', 'a.b', 'ä', 'a`b', 'a"b', "a'b", 'a;b', 'a\n', '\0', '(a)'])(
    'a collection name cannot be %j',
    name => {
      expect(nameIssue(name)).toEqual(format)
    },
  )

  test.each([
    ['', 'validation_required'],
    ['x'.repeat(256), 'validation_length_out_of_range'],
    ['ä'.repeat(128), 'validation_length_out_of_range'],
    ['notes', 'validation_collection_name_exists'],
    ['NOTES', 'validation_collection_name_exists'],
    ['notes0000000001', 'validation_collection_name_id_duplicate'],
    ['a_via_b', 'validation_invalid_name'],
    ['a_VIA_b', 'validation_invalid_name'],
    ['json_each', 'validation_invalid_name'],
    ['JSON_tree', 'validation_invalid_name'],
    ['pragma_table_info', 'validation_invalid_name'],
  ])('the collection name %s is rejected with %s', (name, code) => {
    expect(nameIssue(name)).toMatchObject({ code })
  })

  test('a collection that already has the name of a function can be changed', () => {
    expect(validateForm({ viewRule: '' }, { before: { ...notes, name: 'json_each' } })).toEqual({})
  })

  test('the case of a name can change, except for system collections, and a name cannot equal the id', () => {
    expect(validateForm({ name: 'Notes' }, { before: notes })).toEqual({})
    expect(validateForm({ name: 'Sealed' }, { before: sealed })).toEqual({
      name: { code: 'validation_collection_system_name_change', message: 'System collections cannot be renamed.' },
    })
    expect(validateForm({ name: notes.id }, { before: notes }).name).toMatchObject({
      code: 'validation_collection_name_id_duplicate',
    })
  })
})

describe('the id of a collection', () => {
  test.each(['', 'a'.repeat(15), 'A-b_c+d(e)f*g!h', '..............~'.replaceAll('.', '~')])('a collection id can be %j', id => {
    expect(validateForm({ id, name: 'x', schema: [text] })).toEqual({})
  })

  test.each<[string, string]>([
    ['short', 'validation_length_invalid'],
    ['a'.repeat(16), 'validation_length_invalid'],
    ['é'.repeat(15), 'validation_length_invalid'],
    ...['@', '#', '$', '&', '|', '.', ',', "'", '"', '\\', '/', ' ', '\n'].map((character): [string, string] => [
      `${'a'.repeat(14)}${character}`,
      'validation_match_invalid',
    ]),
    ['notes0000000001', 'validation_invalid_id'],
  ])('the collection id %j is rejected with %s', (id, code) => {
    expect(validateForm({ id, name: 'x', schema: [text] })).toMatchObject({ id: { code } })
  })

  test('a collection id cannot change', () => {
    expect(validateForm({ id: '' }, { before: notes })).toEqual({})
    expect(validateForm({ id: notes.id }, { before: notes })).toEqual({})
    expect(validateForm({ id: 'a'.repeat(15) }, { before: notes })).toMatchObject({ id: { code: 'validation_in_invalid' } })
  })
})

describe('the rules of a collection', () => {
  const issue = {
    code: 'validation_invalid_rule',
    message: 'Invalid filter rule. Raw error: unknown field "wrong"',
    position: { start: 0, end: 5 },
  }

  test('all rules are validated, and errors have a position', () => {
    const wrong = { listRule: 'wrong = 1', viewRule: null, createRule: '', updateRule: 'right = 1', deleteRule: 'wrong = 2' }
    expect(validateForm({ name: 'x', schema: [text], ...wrong })).toEqual({ listRule: issue, deleteRule: issue })
  })

  test('the rules of a view must be empty, except for the two rules for reading', () => {
    const rules = { listRule: 'wrong = 1', createRule: '', updateRule: 'right = 1', deleteRule: 'wrong = 1' }
    const nil = { code: 'validation_nil', message: 'Must be blank.' }
    expect(validateForm(rules, { before: shows })).toEqual({ listRule: issue, createRule: nil, updateRule: nil, deleteRule: nil })
  })
})

describe('the indexes of a collection', () => {
  test('indexes are validated up to the first error', () => {
    const indexes = ['CREATE INDEX `a` ON `x` (`a`)', 'drop table notes', 'nonsense']
    expect(validateForm({ name: 'x', schema: [text], indexes })).toEqual({
      indexes: { 1: { code: 'validation_invalid_index_expression', message: 'Invalid CREATE INDEX expression.' } },
    })
  })

  test('the indexes of a view must be empty', () => {
    expect(validateForm({ indexes: ['nonsense'] }, { before: shows })).toEqual({
      indexes: { code: 'validation_indexes_not_supported', message: "The collection doesn't support indexes." },
    })
  })
})

describe('the options of a collection', () => {
  const optionIssues = (options: Record<string, unknown>) => validateForm({ name: 'x', type: 'auth', options }).options

  test.each([
    {},
    { minPasswordLength: 8, allowEmailAuth: true },
    { minPasswordLength: 5 },
    { minPasswordLength: 72, allowUsernameAuth: true },
    { allowOAuth2Auth: true },
    { exceptEmailDomains: ['a.example', ''], onlyEmailDomains: [] },
    { onlyEmailDomains: ['xn--bcher-kva.example', 'A.Example'] },
    { manageRule: 'right = 1' },
    { unknown: 1, minPasswordLength: null },
  ])('the options %j are valid for an auth collection', options => {
    expect(optionIssues(options)).toBeUndefined()
  })

  test.each([
    [{ allowEmailAuth: true }, { minPasswordLength: required }],
    [{ allowUsernameAuth: true, minPasswordLength: 0 }, { minPasswordLength: required }],
    [{ minPasswordLength: 4 }, { minPasswordLength: { code: 'validation_min_greater_equal_than_required' } }],
    [{ minPasswordLength: 73 }, { minPasswordLength: { code: 'validation_max_less_equal_than_required' } }],
    [
      { exceptEmailDomains: ['a.example'], onlyEmailDomains: ['no'] },
      { exceptEmailDomains: { code: 'validation_empty' }, onlyEmailDomains: { code: 'validation_empty' } },
    ],
    [{ onlyEmailDomains: ['a.example', '@b.example'] }, { onlyEmailDomains: { 1: { code: 'validation_is_domain' } } }],
    [{ manageRule: '' }, { manageRule: { code: 'validation_nil_or_not_empty_required' } }],
    [{ manageRule: 'wrong = 1' }, { manageRule: { code: 'validation_invalid_rule', position: { start: 0, end: 5 } } }],
  ])('the options %j are rejected', (options, issues) => {
    expect(optionIssues(options)).toMatchObject(issues)
  })

  test('the manage rule is validated once the other options are valid', () => {
    expect(Object.keys(optionIssues({ manageRule: 'wrong = 1', minPasswordLength: 4 }) ?? {})).toEqual(['minPasswordLength'])
  })

  test.each([{ minPasswordLength: '8' }, { minPasswordLength: 8.5 }, { allowEmailAuth: 1 }, { onlyEmailDomains: 'a.example' }])(
    '%j have the wrong type',
    options => {
      expect(optionIssues(options)).toEqual({ code: 'validation_invalid_options', message: 'Invalid options.' })
    },
  )

  test('the options of a view require a valid query', () => {
    expect(validateForm({ options: { query: '' } }, { before: shows })).toEqual({ options: { query: required } })
    expect(validateForm({}, { before: shows, queryError: 'no such table: x' })).toEqual({
      options: { query: { code: 'validation_invalid_view_query', message: 'Invalid query - no such table: x' } },
    })
  })

  test('the options of a base collection are empty', () => {
    expect(validateForm({ name: 'x', schema: [text], options: { query: 1, minPasswordLength: 'x' } })).toEqual({})
  })
})
