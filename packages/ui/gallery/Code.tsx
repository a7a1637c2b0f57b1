import { Braces, Search } from 'lucide-react'
import { useState } from 'react'
import { CodeEditor, type CodeQuestion, FieldFrame } from '../index.ts'
import styles from './Gallery.module.css'
import { Section } from './Section.tsx'

const fruit = ['apple', 'apricot', 'cherry', 'fig', 'grape', 'lemon', 'medlar', 'quince']

function suggestFruit({ text, position, isExplicit }: CodeQuestion) {
  const [typed = ''] = /\w*$/.exec(text.slice(0, position)) ?? []
  if (typed === '' && !isExplicit) return undefined
  const items = fruit.filter(name => name.startsWith(typed)).map(label => ({ label, hint: `${label.length} letters` }))
  return { from: position - typed.length, to: position, items }
}

/** Single-line and multi-line code editors. */
export function Code() {
  const [line, setLine] = useState('apple, cherry')
  const [lines, setLines] = useState('{\n  "name": "Quince",\n  "ripe": true\n}')
  const at = line.indexOf('cherry')
  return (
    <Section title="Code">
      <div className={styles.stack}>
        <CodeEditor
          aria-label="Shopping list"
          icon={Search}
          singleLine
          isRarelyUsed
          value={line}
          onValueChange={setLine}
          complete={suggestFruit}
          placeholder="Fruits…"
          problems={at === -1 ? [] : [{ from: at, to: at + 6, message: 'Cherries are sold out.' }]}
        />
        <FieldFrame label="Notes" icon={Braces} help="Several lines.">
          {({ control, labelId }) => (
            <CodeEditor {...control} aria-labelledby={labelId} value={lines} onValueChange={setLines} minHeight={120} />
          )}
        </FieldFrame>
      </div>
    </Section>
  )
}
