import fc from 'fast-check'
import { expect, it } from 'vitest'
import { explainFilter } from './explainFilter.ts'

const names = ['id', 'title', 'author']

it.each([
  ['titel = 1', 'This filter names "titel", which is no field here.'],
  ['title = 1 && (autor.name ~ "x" || id = 1)', 'This filter names "autor", which is no field here.'],
  ['title:length > 1', 'The server could not use this filter.'],
  ['comments_via_post.id = @now && author != null', 'The server could not use this filter.'],
  ['title =', /missing/i],
  ['title ~~ 1 && id = 2', '~~ is not an operator.'],
  ['(title = 1', /closing \)/],
  ['title = 1 id = 2', 'Conditions are joined with && or ||. See "id".'],
])('explains %j', (filter, sentence) => {
  expect(explainFilter(filter, names)).toMatch(sentence instanceof RegExp ? sentence : new RegExp(`^${escaped(sentence)}$`))
})

it('has a sentence for anything', () => {
  fc.assert(fc.property(fc.string(), filter => explainFilter(filter, names).length > 0))
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
