import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFilterExpression, toFilter } from './toFilter.ts'

describe('toFilter', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    ['news', 'title~"news"||views~"news"'],
    ['two words', 'title~"two words"||views~"two words"'],
    ['12', 'title~12||views~12'],
    ['-1.5', 'title~-1.5||views~-1.5'],
    ['1e5', 'title~"1e5"||views~"1e5"'],
    ['Infinity', 'title~"Infinity"||views~"Infinity"'],
    ['true', 'title~true||views~true'],
    ['"12"', 'title~"12"||views~"12"'],
    ["'a = b'", 'title~"a = b"||views~"a = b"'],
    ['say "hi"', 'title~"say \\"hi\\""||views~"say \\"hi\\""'],
    ['back\\slash', 'title~"back\\\\slash"||views~"back\\\\slash"'],
    ['100% of', 'title~"100\\\\% of"||views~"100\\\\% of"'],
    ['a\\%', 'title~"a\\\\\\\\\\\\%"||views~"a\\\\\\\\\\\\%"'],
    ["it's", 'title~"it\'s"||views~"it\'s"'],
  ])('converts the term %j to a search in every field', (text, filter) => {
    expect(toFilter(text, ['title', 'views'])).toBe(filter)
  })

  it.each(['views > 10', 'a=b', "title !~ 'x'", 'published<=@now', "created > '2022-01-01' && (a = 1)", "it's = 1"])(
    'passes on the filter %j unchanged',
    text => {
      expect(toFilter(`  ${text} `, ['title'])).toBe(text)
    },
  )

  it('passes on a term unchanged if there is no field to search', () => {
    expect(toFilter('news', [])).toBe('news')
  })

  it('searches only as many fields as fit into the maximum filter length', () => {
    const fields = Array.from({ length: 40 }, (_, index) => `field_${index}`)
    expect(toFilter('tea', fields).split('||')).toHaveLength(40)
    const searches = toFilter('a sentence of some length that was pasted from elsewhere, with its end', fields).split('||')
    expect(searches.length).toBeGreaterThan(10)
    expect(searches.length).toBeLessThan(40)
    expect(toFilter('x'.repeat(5000), fields)).toBe(`field_0~"${'x'.repeat(5000)}"`)
  })

  it('escapes every term so that it cannot end its quotes', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        const trimmed = text.trim()
        fc.pre(trimmed !== '' && !isFilterExpression(trimmed))
        const term = toFilter(text, ['f']).slice(2)
        expect(term).toMatch(/^(?:-?\d+(?:\.\d+)?|true|false|"(?:[^"\\]|\\["\\])*")$/s)
      }),
    )
  })
})
