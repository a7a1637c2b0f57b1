import { expect, test } from 'vitest'
import { type CodeBlockLanguage, highlightCode } from './highlightCode.ts'

const shown = (code: string, language: CodeBlockLanguage) =>
  highlightCode(code, language).map(({ text, kind }) => (kind ? `${kind}(${text})` : text))

test.each<[CodeBlockLanguage, string, string]>([
  [
    'javascript',
    `const a = await f('it\\'s', 1.5) // "x"`,
    `word(const) a = word(await) f(text('it\\'s'), number(1.5)) comment(// "x")`,
  ],
  ['javascript', 'constant = a1 + newest', 'constant = a1 + newest'],
  ['dart', 'final a = null;', 'word(final) a = word(null);'],
  ['json', '{ "a": "b", "c": -2, "d": true }', '{ name("a"): text("b"), name("c"): number(-2), name("d"): word(true) }'],
  [
    'shell',
    "# sends\ncurl -X POST 'http://a' \\\n  -d '{\n}'",
    "comment(# sends)\nword(curl) word(-X) POST text('http://a') \\\n  word(-d) text('{\n}')",
  ],
])('highlights %s: %s', (language, code, tokens) => {
  expect(shown(code, language).join('')).toBe(tokens)
})

test('the pieces contain all of the code', () => {
  const code = `import 'a"b'; // c\n'unclosed`
  for (const language of ['javascript', 'dart', 'shell', 'json'] as const) {
    expect(
      highlightCode(code, language)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code)
  }
})
