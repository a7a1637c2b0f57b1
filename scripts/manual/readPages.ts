import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryDir } from '../../test/harness/paths.ts'

export const manualDir = join(repositoryDir, 'docs/manual')

/** A fenced code block of a page. */
export interface CodeBlock {
  language: string
  /** Words after the language, such as `runnable`. */
  marks: string[]
  code: string
  /** Line of the opening fence, from 1. */
  line: number
}

export interface ManualPage {
  /** File name without `.md`. */
  name: string
  text: string
  blocks: CodeBlock[]
}

/** Returns the code blocks of a Markdown text. */
function findCodeBlocks(text: string): CodeBlock[] {
  const lines = text.split('\n')
  const blocks: CodeBlock[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const opening = /^( *)```(\S*) ?(.*)$/.exec(lines[at] ?? '')
    if (!opening) continue
    const [, indent = '', language = '', marks = ''] = opening
    const end = lines.indexOf(`${indent}\`\`\``, at + 1)
    if (end === -1) throw new Error(`The code block in line ${at + 1} has no end.`)
    const code = lines.slice(at + 1, end).map(line => line.slice(indent.length))
    blocks.push({ language, marks: marks.split(' ').filter(Boolean), code: code.join('\n'), line: at + 1 })
    at = end
  }
  return blocks
}

/** Reads all pages of the manual. */
export function readPages(): ManualPage[] {
  const files = readdirSync(manualDir).filter(name => name.endsWith('.md'))
  return files.map(file => {
    const text = readFileSync(join(manualDir, file), 'utf8')
    return { name: file.slice(0, -'.md'.length), text, blocks: findCodeBlocks(text) }
  })
}
