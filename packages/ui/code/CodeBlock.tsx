import { CopyButton } from '../button/CopyButton.tsx'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CodeBlock.module.css'
import { type CodeBlockLanguage, highlightCode } from './highlightCode.ts'

export interface CodeBlockProps {
  code: string
  language: CodeBlockLanguage
  /** What the button copies, for example `the JavaScript sample`. */
  noun: string
  className?: string | undefined
}

/** A block of code with a copy button. Long lines wrap, so that there is no horizontal scrolling. */
export function CodeBlock({ code, language, noun, className }: CodeBlockProps) {
  return (
    <div className={joinClasses(styles.block, className)}>
      <pre className={styles.code}>
        {highlightCode(code, language).map(({ text, kind }, index) =>
          kind === undefined ? (
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity than their place
            <span key={index} className={styles[kind]}>
              {text}
            </span>
          ),
        )}
      </pre>
      <div className={styles.copy}>
        <CopyButton text={code} label={`Copy ${noun}`} size="small" side="left" />
      </div>
    </div>
  )
}
