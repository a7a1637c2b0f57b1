import { expect, test } from 'vitest'
import { sideBySide } from './sideBySide.ts'

function draw(before: string, after: string) {
  const side = (spans?: { text: string; isChanged: boolean }[]) =>
    spans?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? '-'
  return sideBySide(before, after).map(row =>
    row.kind === 'skipped' ? `... ${row.count}` : `${row.kind === 'same' ? ' ' : '!'} ${side(row.before)} | ${side(row.after)}`,
  )
}

test('sideBySide pairs a changed line with the old one and marks the changed words', () => {
  expect(draw('a\nname: old\nb', 'a\nname: new\nb')).toEqual(['  a | a', '! name: [old] | name: [new]', '  b | b'])
})

test('sideBySide leaves the other side empty for an added or removed line', () => {
  expect(draw('a\nb\nc\n', 'a\nc\n')).toEqual(['  a | a', '! b | -', '  c | c'])
  expect(draw('', 'x\ny')).toEqual(['! - | x', '! - | y'])
})

test('sideBySide pairs a changed line and leaves the old side of an extra line empty', () => {
  expect(draw('a\nold 1\nz', 'a\nold 2\nextra\nz')).toEqual(['  a | a', '! old [1] | old [2]', '! - | extra', '  z | z'])
})

test('sideBySide skips unchanged lines except for two around each change', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `line ${at}`)
  expect(draw([...lines, 'x', ...lines].join('\n'), [...lines, 'y', ...lines].join('\n'))).toEqual([
    '... 8',
    '  line 8 | line 8',
    '  line 9 | line 9',
    '! [x] | [y]',
    '  line 0 | line 0',
    '  line 1 | line 1',
    '... 8',
  ])
})
