import { expect, test } from 'vitest'
import { runInterruptibly } from '../../../test/harness/runInterruptibly.ts'
import { makeInert } from './makeInert.ts'
import { readTags } from './readTags.ts'
import { readStyle, styleValue, writeStyle } from './styleText.ts'
import { writeAttribute, writeText } from './writeText.ts'

const told = (html: string) =>
  readTags(html).map(part => {
    if (part.kind === 'text') return part.text
    return part.kind === 'start' ? [part.name, ...part.attributes.map(({ name }) => name)] : part.kind
  })

test.each([
  ['', []],
  ['a < b', ['a < b']],
  ['<p>x</p>', [['p'], 'x', 'end']],
  ['<IMG SRC=a/b alt="x>y" data-a=\'"\'/>', [['img', 'src', 'alt', 'data-a']]],
  ['<p a = b c>', [['p', 'a', 'c']]],
  ['<p title=a"b>x', [['p', 'title'], 'x']],
  ['<!-- <b> -->x<!doctype y>', ['comment', 'x', 'comment']],
  ['x<p y="', ['x<p y="']],
])('tokenizes %j', (html, parts) => {
  expect(told(html)).toEqual(parts)
})

// In quadratic time, each of these texts would take many minutes.
test.each(['<a', '<a "', '<!--', "<p x='", '((((', '<p style="((('])('tokenizes %s, repeated, in linear time', odd => {
  const html = odd.repeat(1_000_000)
  const parts = runInterruptibly(() => readTags(html))
  expect(parts.length).toBe(1)
  expect(parts[0]?.kind === 'text' && parts[0].text === html).toBe(true)
  expect(runInterruptibly(() => readStyle(html))).toEqual([])
})

test.each([
  ['<img src=x onerror=alert(1)>', '<img src=x data-held-onerror=alert(1)>'],
  ['<p ONCLICK="a" title="onclick=b">onload=c</p>', '<p data-held-ONCLICK="a" title="onclick=b">onload=c</p>'],
  ['<svg/onload=x>', '<svg/data-held-onload=x>'],
  ['<base target=a href=b><a href=c>', '<base target=a data-held-href=b><a href=c>'],
])('disarms %j', (html, disarmed) => {
  expect(makeInert(html)).toBe(disarmed)
})

test('parses style attributes', () => {
  const style = readStyle('COLOR: red;; background: url("a;b"); x: (1;2) ; nothing; width:')
  expect(style).toEqual([
    ['color', 'red'],
    ['background', 'url("a;b")'],
    ['x', '(1;2)'],
  ])
  expect(writeStyle(style)).toBe('color: red; background: url("a;b"); x: (1;2)')
  expect(styleValue(readStyle('a: 1; a: 2'), 'a')).toBe('2')
})

test('escaped text parses back to the same text', () => {
  expect(writeText(' a  b   <c> & ', true)).toBe('&nbsp;a&nbsp; b&nbsp;&nbsp; &lt;c&gt; &amp; ')
  expect(writeText(' a', false)).toBe(' a')
  expect(writeAttribute('"<a b>"&')).toBe('&quot;&lt;a b&gt;&quot;&amp;')
})
