import { expect, test } from 'vitest'
import { maskSource } from './maskSource.ts'

const cases: [text: string, masked: string][] = [
  ["a(\"b)\", 'c\\'d')", 'a("  ", \'    \')'],
  ['a // "b\n/* c\n` */ d', 'a      \n    \n     d'],
  [`\`a\${b(\`c\${d}e\`)}f\` + g`, `\` \${b(\` \${d} \`)} \` + g`],
  [`\`a\${{ b: "}" }}$c\\\`\` + d`, `\` \${{ b: " " }}    \` + d`],
  ['a = /["/]\\/`/g; b', 'a =          g; b'],
  ['return /"/.test(a) ? b / c / d : 1 / "e"', 'return    .test(a) ? b / c / d : 1 / " "'],
  ['"a\nb(\'', '" \nb(\''],
  ['`a', '` '],
  ['/* a', '    '],
]

test.each(cases)('the source %j is masked without what is no code', (text, masked) => {
  expect(maskSource(text)).toBe(masked)
})

test('a long text with escapes or with slashes that end nothing is masked', () => {
  const text = `a = \`${'b\\n$'.repeat(50_000)}\`${'/['.repeat(2_000)}`
  expect(maskSource(text)).toHaveLength(text.length)
})
