import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { marked } from 'marked'
import type { Plugin } from 'vite'

/** Rewrites links between Markdown files to the generated pages. Removes links to other files, which have no page. */
const linkPages = (html: string, names: ReadonlySet<string>): string =>
  html.replace(
    /<a href="(?!\w+:)(?:[^"#]*\/)?([^"#/]+)\.md(#[^"]*)?">(.*?)<\/a>/gs,
    (_, name: string, anchor = '', text: string) =>
      names.has(name.toLowerCase()) ? `<a href="${name.toLowerCase()}.html${anchor}">${text}</a>` : text,
  )

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} - Coffer</title>
    <link rel="icon" type="image/svg+xml" href="../favicon.svg" />
    <link rel="stylesheet" href="manual.css" />
  </head>
  <body>
    <nav aria-label="Documentation"><a href="index.html">Coffer documentation</a></nav>
    <main>
${content}    </main>
  </body>
</html>
`

/**
 * Generates a page below `docs/` for each Markdown file, so that each server has the documentation of its version.
 * @param guide folder with the Markdown files, including `index.md`
 * @param others additional Markdown files
 * @param style style sheet of all pages
 */
export function manual(guide: string, others: readonly string[], style: string): Plugin {
  return {
    name: 'coffer:manual',
    apply: 'build',
    async generateBundle() {
      const files = [...(await readdir(guide)).filter(name => name.endsWith('.md')).map(name => join(guide, name)), ...others]
      const nameOf = (file: string) => basename(file, '.md').toLowerCase()
      const names = new Set(files.map(nameOf))
      for (const file of files) {
        const text = await readFile(file, 'utf8')
        const title = /^# (.*)$/m.exec(text)?.[1] ?? ''
        const content = linkPages(await marked.parse(text), names)
        this.emitFile({ type: 'asset', fileName: `docs/${nameOf(file)}.html`, source: pageOf(title, content) })
      }
      this.emitFile({ type: 'asset', fileName: 'docs/manual.css', source: await readFile(style, 'utf8') })
    },
  }
}
