import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CodeBlock, manualDir, readPages } from './readPages.ts'
import { runJavaScriptSamples, runShellSamples, type SampleTarget } from './runSamples.ts'
import { createDemoData, demoAdmin, demoPassword, startDemo } from './startDemo.ts'

let demo: Awaited<ReturnType<typeof createDemoData>>
let env: Record<string, string>

/** Signs in once, because each password takes a quarter of a second: copies of the data accept the same tokens. */
beforeAll(async () => {
  demo = await createDemoData()
  const { origin, stop } = await startDemo(demo.dataDir)
  const pb = new PocketBase(origin).autoCancellation(false)
  const [ada, admin] = await Promise.all([
    pb.collection('users').authWithPassword('ada', demoPassword),
    new PocketBase(origin).admins.authWithPassword(demoAdmin.email, demoAdmin.password),
  ])
  env = { TOKEN: ada.token, ADMIN_TOKEN: admin.token }
  await stop()
})
afterAll(() => demo.remove())

const isRunnable = ({ marks }: CodeBlock) => marks.includes('runnable')

const languages = {
  bash: runShellSamples,
  js: runJavaScriptSamples,
}

/** Returns the lines that a sample promises to print, in comments after `console.log(…)`. */
const promised = (code: string): string[] =>
  [...code.matchAll(/^\s*console\.log\(.*\) \/\/ (.*)$/gm)].flatMap(([, text]) => text ?? [])

/** `"…"` and trailing `…` stand for any value or any further keys. */
const anyText = (_key: string, value: unknown): unknown => (value === '…' ? expect.anything() : value)

/** Compares what a sample printed with the block after it, if that is marked as its output. */
function expectOutput(printed: string, next: CodeBlock | undefined): void {
  if (!next?.marks.includes('output')) return
  if (next.language === 'json') {
    const asMatcher = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(asMatcher)
        : typeof value === 'object' && value !== null && !('asymmetricMatch' in value)
          ? expect.objectContaining(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asMatcher(part)])))
          : value
    expect(JSON.parse(printed)).toEqual(asMatcher(JSON.parse(next.code, anyText)))
  } else expect(printed.trim()).toBe(next.code.trim())
}

const cases = readPages().flatMap(page =>
  Object.keys(languages).flatMap(language =>
    page.blocks.some(block => block.language === language && isRunnable(block)) ? { ...page, language } : [],
  ),
)

test.concurrent.each(cases)(
  'the $language samples of the page $name run and print what the page says',
  async ({ blocks, language }) => {
    const samples = blocks.filter(block => block.language === language && isRunnable(block))
    const { stop, ...server } = await startDemo(demo.dataDir)
    try {
      const target: SampleTarget = { ...server, env }
      const outputs = await languages[language as keyof typeof languages](samples, target)
      for (const [index, sample] of samples.entries()) {
        const printed = outputs[index] ?? ''
        const lines = promised(sample.code)
        if (lines.length > 0) expect(printed.trim().split('\n')).toEqual(lines)
        expectOutput(printed, blocks[blocks.indexOf(sample) + 1])
      }
    } finally {
      await stop()
    }
  },
)

test('every block of JSON in the manual is valid', () => {
  for (const { name, blocks } of readPages())
    for (const { code, line } of blocks.filter(({ language }) => language === 'json'))
      expect(() => JSON.parse(code), `${name}.md:${line}`).not.toThrow()
})

test('the page of the demo data shows the collections that the samples use', () => {
  const collections = JSON.parse(readFileSync(join(manualDir, 'public/demo-collections.json'), 'utf8')) as { name: string }[]
  const text = readFileSync(join(manualDir, 'quick-start.md'), 'utf8')
  for (const { name } of collections) expect(text).toContain(`\`${name}\``)
})
