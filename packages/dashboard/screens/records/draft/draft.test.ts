import { describe, expect, it } from 'vitest'
import { isSame } from '../../../shell/form/isSame.ts'
import { exampleAuth, exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { changedNames, conflictingNames, draftOf, duplicateOf } from './draft.ts'
import { draftIssues } from './draftIssues.ts'
import { recordBody } from './recordBody.ts'

const files = (maxSelect: number) => ({
  options: { maxSelect, maxSize: 1000, mimeTypes: null, thumbs: null, protected: false },
})

const notes = exampleBase('notes', [
  exampleField('title', 'text', { required: true, options: { min: null, max: 5, pattern: '' } }),
  exampleField('stars', 'number', { options: { min: null, max: null, noDecimal: false } }),
  exampleField('done', 'bool'),
  exampleField('extra', 'json', { options: { maxSize: 1000 } }),
  exampleField('cover', 'file', files(1)),
  exampleField('papers', 'file', files(3)),
])
const people = exampleAuth('people', [exampleField('name', 'text', { options: { min: null, max: null, pattern: '' } })])

const stored = {
  id: 'note00000000001',
  collectionId: 'id_notes',
  collectionName: 'notes',
  title: 'One',
  stars: 3,
  done: true,
  extra: { a: 1, b: [2] },
  cover: 'cover.png',
  papers: ['a.pdf', 'b.pdf', 'c.pdf'],
}

const png = new File(['x'], 'new.png')

function sent(collection: typeof notes | typeof people, names: string[], draft: object, base: object) {
  return [...recordBody(collection, names, { ...draft }, { ...base })].map(([name, value]) => [
    name,
    name === '@jsonPayload' ? JSON.parse(String(value)) : value,
  ])
}

describe('isSame', () => {
  it.each([
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: undefined }, {}, false],
    [{ a: 1 }, { b: 1 }, false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
    [Number.NaN, Number.NaN, true],
    [png, png, true],
    [png, new File(['x'], 'new.png'), false],
  ])('returns for %o and %o: %s', (one, other, same) => {
    expect(isSame(one, other)).toBe(same)
  })
})

describe('draftOf', () => {
  it('returns the empty value of every field for a new record', () => {
    expect(draftOf(notes, undefined)).toEqual({ id: '', title: '', stars: 0, done: false, extra: null, cover: '', papers: [] })
  })

  it('returns the field values of a stored record without collectionId and collectionName', () => {
    const { collectionId: _id, collectionName: _name, ...values } = stored
    expect(draftOf(notes, stored)).toEqual(values)
  })

  it('a draft never contains the password of an auth record', () => {
    expect(draftOf(people, { ...stored, username: 'ada', email: 'a@b.example', password: 'leaked' })).toEqual({
      id: 'note00000000001',
      username: 'ada',
      email: 'a@b.example',
      emailVisibility: false,
      verified: false,
      password: '',
      passwordConfirm: '',
      name: '',
    })
  })

  it('duplicateOf returns a draft without id and files', () => {
    expect(duplicateOf(notes, stored)).toEqual({ ...draftOf(notes, stored), id: '', cover: '', papers: [] })
  })

  it('changedNames finds the changed fields, and conflictingNames those that someone else changed too', () => {
    const base = draftOf(notes, stored)
    const draft = { ...base, title: 'Two', extra: { b: [2], a: 1 }, cover: png }
    const changed = changedNames(draft, base)
    expect(changed).toEqual(['title', 'cover'])
    expect(conflictingNames(changed, draft, base, { ...base, title: 'Else', stars: 9 })).toEqual(['title'])
    expect(conflictingNames(changed, draft, base, { ...base, title: 'Two', cover: 'other.png' })).toEqual(['cover'])
  })
})

describe('recordBody', () => {
  const base = draftOf(notes, stored)

  it('sends only the named values, with their JSON types', () => {
    const draft = { ...base, title: 'Two', stars: 5, done: false, extra: undefined }
    expect(sent(notes, ['stars', 'done', 'extra'], draft, base)).toEqual([
      ['@jsonPayload', { stars: 5, done: false, extra: null }],
    ])
  })

  it.each([
    [
      'a replacement',
      ['cover'],
      { cover: png },
      [
        ['cover.cover.png', ''],
        ['cover', png],
      ],
    ],
    ['a removal', ['cover'], { cover: '' }, [['cover.cover.png', '']]],
    [
      'removed and new files',
      ['papers'],
      { papers: ['a.pdf', 'c.pdf', png] },
      [
        ['papers.b.pdf', ''],
        ['papers', png],
      ],
    ],
    [
      'a new order',
      ['papers'],
      { papers: ['c.pdf', 'a.pdf'] },
      [
        ['papers', 'c.pdf'],
        ['papers', 'a.pdf'],
        ['papers.b.pdf', ''],
      ],
    ],
  ])('sends %s of files', (_, names, changes, parts) => {
    expect(sent(notes, names, { ...base, ...changes }, base)).toEqual(parts)
  })

  it('sends a null username to have one generated, and an id only if it is set', () => {
    const blank = draftOf(people, undefined)
    const names = Object.keys(blank)
    expect(sent(people, names, { ...blank, email: 'a@b.example' }, blank)).toEqual([
      [
        '@jsonPayload',
        {
          username: null,
          email: 'a@b.example',
          emailVisibility: false,
          password: '',
          passwordConfirm: '',
          verified: false,
          name: '',
        },
      ],
    ])
    expect(sent(people, ['id'], { ...blank, id: 'person000000001' }, blank)).toEqual([
      ['@jsonPayload', { id: 'person000000001' }],
    ])
  })
})

describe('draftIssues', () => {
  const names = Object.keys(draftOf(notes, undefined))

  it.each([
    [{}, { title: 'Missing required value.' }],
    [{ title: 'Two' }, {}],
    [{ title: 'Too long' }, { title: 'Must be less than 5 character(s).' }],
    [{ title: 'Two', id: 'short' }, { id: 'Must have at least 15 characters.' }],
    [{ title: 'Two', id: 'longer_than_that' }, { id: 'Must have exactly 15 characters.' }],
    [{ title: 'Two', cover: png, papers: [png, png, png] }, {}],
    [{ title: 'Two', papers: ['a', png, png, png] }, { papers: 'Select no more than 3.' }],
  ])('validates %o: %o', (changes, issues) => {
    expect(draftIssues(notes, names, { ...draftOf(notes, undefined), ...changes })).toEqual(issues)
  })

  it.each([
    [0, 'Must not be 0.'],
    [null, 'Missing required value.'],
  ])('distinguishes a typed 0 from an empty input in a required number field: %j', (stars, issue) => {
    const schema = notes.schema.map(field => (field.name === 'stars' ? { ...field, required: true } : field))
    const draft = { ...draftOf(notes, undefined), title: 'Two', stars }
    expect(draftIssues({ ...notes, schema }, names, draft)).toEqual({ stars: issue })
  })

  it('validates only the values to be sent', () => {
    expect(draftIssues(notes, ['stars'], draftOf(notes, undefined))).toEqual({})
  })

  it.each([
    [{}, { password: 'Cannot be blank.', passwordConfirm: 'Cannot be blank.' }],
    [{ password: 'long enough', passwordConfirm: 'two' }, { passwordConfirm: "Values don't match." }],
    [{ password: 'long enough', passwordConfirm: 'long enough' }, {}],
    [
      { username: 'a b c', email: 'nobody', password: 'x'.repeat(73) },
      {
        username: 'Must be in a valid format.',
        email: 'Must be a valid email address.',
        password: 'The length must be between 8 and 72.',
        passwordConfirm: 'Cannot be blank.',
      },
    ],
  ])('validates the auth record %o: %o', (changes, issues) => {
    const draft = { ...draftOf(people, undefined), ...changes }
    expect(draftIssues(people, Object.keys(draft), draft)).toEqual(issues)
  })
})
