import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerptOf.ts'

const long = { max: 1000, withEllipsis: true }

test.each([
  ['plain  text\n with \t space ', 'plain text with space'],
  ['<p>One<br>two <b>bo</b>ld<i>it</i></p><ul><li>a</li><li>b</li></ul>', 'Onetwo boldit a b'],
  ['<style>p{}</style><h1>Head</h1><script>x()</script><table><tr><td>c</td><td>d</td></tr></table>', 'Head c d'],
  ['<img alt="no"><button>no</button>tail &lt;x&gt; &amp; &nbsp;end<!-- c -->', 'tail <x> & \u00a0end'],
  ['a<p>&nbsp;</p>', 'a'],
  ['a < b & c', 'a < b & c'],
  ['<p>unclosed <em>markup', 'unclosed markup'],
  ['<div><section>a</section><section>b</section></div>', 'a b'],
  ['<select><option>x</option></select><textarea>y</textarea>z', 'z'],
  ['', ''],
])('returns the text of %j', (html, text) => {
  expect(excerptOf(html, long)).toBe(text)
})

test.each([
  ['Über alles', 5, 'Über'],
  ['Über alles', 6, 'Über...'],
  ['日本の広場', 4, '日...'],
  ['日本の広場', 9, '日本の...'],
  ['😀😀', 7, '😀...'],
  ['short', 5, 'short'],
  ['shorter', 5, 'short...'],
])('cuts %s to %i bytes', (text, max, expected) => {
  expect(excerptOf(text, { max, withEllipsis: expected.endsWith('...') })).toBe(expected)
})

test('reads extremely deep and wide markup', () => {
  expect(excerptOf(`${'<div>'.repeat(20_000)}x`, long)).toBe('x')
  expect(excerptOf(`${'<p>'.repeat(200_000)}x`, long)).toBe('x')
})

const tags = 'p div b i a li ul table tr td title select button svg pre xmp noframes body form'.split(' ')
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'word ',
      'x',
      '  ',
      'Ü ',
      '\n',
      '&amp;',
      '&gt',
      '&nbsp;',
      '<!-- a > b -->',
      '<i title="a > b">',
      '<frameset>',
    ),
    fc.constantFrom(...tags.flatMap(tag => [`<${tag}>`, `</${tag}>`])),
  ),
  { maxLength: 20 },
)

function expectSameStart(html: string, max: number) {
  const whole = excerptOf(html, { max: html.length, withEllipsis: true })
  const plain = whole.replaceAll('&', '\u0000').replaceAll('<', '\u0001')
  const start = excerptOf(plain, { max, withEllipsis: true })
  expect(excerptOf(html, { max, withEllipsis: true })).toBe(start.replaceAll('\u0000', '&').replaceAll('\u0001', '<'))
}

const filler = '<b>long</b> text '.repeat(1000)

test('the excerpt of a long HTML value does not depend on how much of it is parsed', () => {
  fc.assert(
    fc.property(pieces, pieces, fc.integer({ min: 1, max: 300 }), (before, after, max) => {
      expectSameStart(`${before.join('')}${filler}${after.join('')}`, max)
    }),
  )
})

test.each([
  ['<table><tr><td>', '</td></tr>moved before the table'],
  ['<p><title>', '</title><frameset>'],
  ['<p><noframes>', '</noframes><frameset>'],
  ['<p><noembed>', '</noembed><frameset>'],
])('the excerpt considers that %s can be moved or replaced by %s', (before, after) => {
  expectSameStart(`${before}${filler}${after}`, 30)
})
