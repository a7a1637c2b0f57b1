import { expect, test } from 'vitest'
import { sideBySide } from './sideBySide.ts'

const draw = (before: string, after: string) => {
  const side = (spans?: { text: string; isOwn: boolean }[]) =>
    spans?.map(({ text, isOwn }) => (isOwn ? `[${text}]` : text)).join('') ?? '-'
  return sideBySide(before, after).map(row =>
    row.kind === 'skipped' ? `... ${row.count}` : `${row.kind === 'same' ? ' ' : '!'} ${side(row.before)} | ${side(row.after)}`,
  )
}

test('a changed line stands beside the old one, its words marked', () => {
  expect(draw('a\nname: old\nb', 'a\nname: new\nb')).toEqual(['  a | a', '! name: [old] | name: [new]', '  b | b'])
})

test('lines that are on one side alone face nothing', () => {
  expect(draw('a\nb\nc\n', 'a\nc\n')).toEqual(['  a | a', '! b | -', '  c | c'])
  expect(draw('', 'x\ny')).toEqual(['! - | x', '! - | y'])
})

test('more new lines than old ones', () => {
  expect(draw('a\nold 1\nz', 'a\nold 2\nextra\nz')).toEqual(['  a | a', '! old [1] | old [2]', '! - | extra', '  z | z'])
})

test('long runs of lines that are the same are left out, but for those near a change', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `line ${at}`)
  expect(draw([...lines, 'x', ...lines].join('\n'), [...lines, 'y', ...lines].join('\n'))).toEqual([
    ...['... 8', '  line 8 | line 8', '  line 9 | line 9', '! [x] | [y]', '  line 0 | line 0', '  line 1 | line 1', '... 8'],
  ])
})
